import type { Http } from '#providers/http.ts'

/** Path and parameters of the call for a document. */
export const documentCall = (businessType: string, procInstId: string) => [`/oaserver/${businessType}/detail`, { procInstId }] as const

/** The document id in a query string. */
export function documentAt(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.get('procInstId') ?? query.get('businessKey')
}

/** Prefetches the document at an address. */
export function prefetchDocument(http: Http, businessType: string, search: string): void {
  const document = documentAt(search)
  if (document !== null) http.prefetch(...documentCall(businessType, document), 'GET')
}
