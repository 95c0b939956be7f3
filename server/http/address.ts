import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** The URL to which refused URLs are rewritten; clients cannot request a route by it. */
export const refusedAddress = '/.refused'
export const pageAddress = '/.page'

/**
 * The URL for the router: `/api` is removed exactly once, page navigations are mapped to the page, and ambiguous spellings of a path
 * (`//`, `%2F`, `;a=b`, `..`) to a refused address.
 */
export function routedAddress(request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>, servesPages: boolean): string {
  const { path, query } = parts(request.url ?? '')
  if (!isPlain(path)) return refusedAddress
  if (servesPages && isNavigation(request, path)) return pageAddress
  return (prefix.test(path) ? path.slice('/api'.length) || '/' : path) + query
}

/**
 * Returns whether a request navigates to a page: pages such as /system/user share their path with calls, but a browser that opens one
 * accepts HTML, has no token yet and no /api prefix. No call has the path `/`.
 */
function isNavigation({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return path === '/' || (headers.authorization === undefined && /\btext\/html\b/i.test(headers.accept ?? '') && isPagePath(path))
}

/** Returns whether a client that accepts any content gets the page at an address without a call. */
export function isPageAddress(address: string, { authorization, accept = '*/*' }: IncomingHttpHeaders): boolean {
  const { path } = parts(address)
  return authorization === undefined && /\*\/\*/.test(accept) && isPlain(path) && isPagePath(path)
}

const isPagePath = (path: string): boolean => !prefix.test(path) && !callsOnly.test(path) && !fileName.test(path)

const prefix = /^\/api(?=\/|$)/
const callsOnly = /^\/(idp|docs|public|ws|assets)(\/|$)/
const fileName = /\.[a-z0-9]+$/i
const ambiguous = /\/\/|;|\\|%2f|%5c|%3b|%00|(^|\/)(\.|%2e){1,2}(\/|$)/i

function parts(url: string) {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) }
}

function isPlain(path: string): boolean {
  if (!/^\/(?!\.)/.test(path) || ambiguous.test(path)) return false
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
