/** Tells whether collected cards can be fetched from somewhere. */
export interface CardSource {
  readonly isConfigured: boolean
}

/** The result of a synchronisation, in cards. */
export interface CardSyncResult {
  readonly success: number
  readonly failed: number
}

export const cardPath = '/oaserver/businessCard'
