/** The requests that are handed on to SAP as they stand: reading only, by these paths to the letter. */
const allowed = [
  /^\/(cost-centres|projects|materials|stock|units|accounts|movements)$/,
  /^\/vendors\/[A-Za-z0-9-]{1,20}(\/open-items)?$/,
  /^\/purchase-orders\/\d{10}$/,
]

/** Returns whether a call may be handed on to SAP. */
export const isAllowedRequest = (method: string, path: string): boolean => method === 'GET' && allowed.some((pattern) => pattern.test(path))
