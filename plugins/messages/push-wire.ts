/** Delivery channel. */
export type PushChannel = 'EMAIL' | 'CHAT'

/** State of the outbox. */
export interface PushState {
  readonly paused: { readonly since: string; readonly reason: string } | null
  readonly channels: readonly {
    readonly channel: PushChannel
    /** True where the settings name a server for the channel. */
    readonly configured: boolean
    readonly waiting: number
    readonly failed: number
    readonly sent: number
  }[]
}

export interface FailedPush {
  readonly id: string
  readonly channel: PushChannel
  readonly recipient: string
  /** "中文/English" */
  readonly recipientName: string | null
  readonly title: string
  readonly enTitle: string
  readonly number: string | null
  readonly tries: number
  readonly error: string | null
  readonly createTime: string
}
