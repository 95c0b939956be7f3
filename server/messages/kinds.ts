/** What a message is filed under in the message centre. */
export const messageTypes = ['APPROVE', 'CC', 'COMMENT', 'COMMENT_AT', 'JOURNEY'] as const

export type MessageType = (typeof messageTypes)[number]

/** What a message tells, and where it is filed. */
export const kinds = {
  arrived: 'APPROVE',
  completed: 'APPROVE',
  refused: 'APPROVE',
  returned: 'APPROVE',
  withdrawn: 'APPROVE',
  withdrawnToChange: 'APPROVE',
  voided: 'APPROVE',
  countersigned: 'APPROVE',
  transferred: 'APPROVE',
  handedOn: 'APPROVE',
  urged: 'APPROVE',
  overdue: 'APPROVE',
  copied: 'CC',
  commented: 'COMMENT',
  mentioned: 'COMMENT_AT',
  hardToDecide: 'APPROVE',
  reassigned: 'APPROVE',
  skipped: 'APPROVE',
  moved: 'APPROVE',
  journeySoon: 'JOURNEY',
  journeyRisk: 'JOURNEY',
  journeyChanged: 'JOURNEY',
  errandFailed: 'APPROVE',
  bookDue: 'APPROVE',
  bookOverdue: 'APPROVE',
  contractEnds: 'APPROVE',
} as const satisfies Readonly<Record<string, MessageType>>

export type MessageKind = keyof typeof kinds
