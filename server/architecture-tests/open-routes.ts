/**
 * The calls that anybody on the network may make, signed in or not: pages, the description of the calls, signing in.
 * Each is a decision; a further one is added here only after asking what it tells a stranger.
 */
export const openCalls: readonly RegExp[] = [
  /^GET \/docs(\/json)?$/,
  /^GET \/public\/health$/,
  /^GET \/public\/captchaImage$/,
  /^GET \/public\/identityProvider$/,
  /^POST \/system\/login$/,
  // The mail server says a secret of the settings; without that setting the call is not there.
  /^POST \/oaserver\/voucher\/mail$/,
  // The socket says who it is by a ticket or token of its own: browsers cannot send a header with it.
  /^GET \/ws\/message$/,
  /^(GET|POST) \/idp\/realms\/oa\/\.well-known\/openid-configuration$/,
  /^(GET|POST) \/idp\/realms\/oa\/protocol\/openid-connect\/(auth|auth\/:uid|token|certs|logout|logout\/confirm|logout\/success)$/,
  /^(GET|POST) \/idp\/realms\/oa\/sign-in\/:uid$/,
  /^POST \/idp\/realms\/oa\/sign-in\/:uid\/password$/,
  /^GET \/idp\/realms\/oa\/assets\/[\w.-]+$/,
]
