/**
 * The state of a line that a document posts. waiting: not out yet, or to be tried again; sent: out, or without an answer; handled: somebody
 * did it in the other system, or it need not be done any more.
 */
export type PostingState = 'waiting' | 'sent' | 'posted' | 'refused' | 'handled'
