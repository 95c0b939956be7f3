/**
 * State of a posted line. waiting: not sent yet, or to be retried; sent: sent, answer outstanding; handled: done manually in the other
 * system, or no longer necessary.
 */
export type PostingState = 'waiting' | 'sent' | 'posted' | 'refused' | 'handled'
