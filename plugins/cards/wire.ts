/** Whether a source of collected cards is configured. */
export interface CardSource {
  readonly isConfigured: boolean
}

/** Result of a synchronisation: numbers of cards written and failed. */
export interface CardSyncResult {
  readonly success: number
  readonly failed: number
}

export const cardPath = '/oaserver/businessCard'
