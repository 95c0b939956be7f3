/**
 * Calls that are open to everybody on the network, signed in or not: pages, the description of the calls, signing in. Add a call only
 * after reviewing the data that it discloses to strangers.
 */
export const openCalls: readonly RegExp[] = [
  /^GET \/docs(\/json)?$/,
  /^GET \/public\/health$/,
  /^GET \/public\/captchaImage$/,
  /^GET \/public\/identityProvider$/,
  /^POST \/system\/login$/,
  // The mail server sends a secret of the settings; without that setting the call is not registered.
  /^POST \/oaserver\/voucher\/mail$/,
  // Other systems send a token of a configured service account, from one of its addresses.
  /^POST \/oaserver\/sap\/inbound\/:businessType$/,
  // The socket authenticates by a ticket or token of its own, since browsers cannot send headers with it.
  /^GET \/ws\/message$/,
  /^(GET|POST) \/idp\/realms\/oa\/\.well-known\/openid-configuration$/,
  /^(GET|POST) \/idp\/realms\/oa\/protocol\/openid-connect\/(auth|auth\/:uid|token|certs|logout|logout\/confirm|logout\/success)$/,
  /^(GET|POST) \/idp\/realms\/oa\/sign-in\/:uid$/,
  /^POST \/idp\/realms\/oa\/sign-in\/:uid\/password$/,
  /^GET \/idp\/realms\/oa\/assets\/[\w.-]+$/,
]
