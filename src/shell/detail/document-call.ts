import type { Http } from '#providers/http.ts'

/** The call that answers a document, and what it is asked with. */
export const documentCall = (businessType: string, procInstId: string) => [`/oaserver/${businessType}/detail`, { procInstId }] as const

/** The document that an address names. */
export function documentAt(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.get('procInstId') ?? query.get('businessKey')
}

/** Asks for the document at an address before its page is drawn. */
export function prefetchDocument(http: Http, businessType: string, search: string): void {
  const document = documentAt(search)
  if (document !== null) http.prefetch(...documentCall(businessType, document), 'GET')
}
