import { actionNames } from '../types.ts'

/** The words of the matrix by refusal code. */
export const words: Readonly<Record<string, string>> = {
  'approval.notAllowed': '-',
  'approval.onlyStarter': 'own',
  'approval.stateMoved': 'state',
  'approval.taskMoved': 'moved',
  'approval.notAvailable': 'na',
  'approval.suspended': 'susp',
  'approval.notYourTurn': 'turn',
  'approval.notReturnable': 'back',
  'approval.countersignActed': 'acted',
}

/**
 * Every action in every state by every kind of person: accepted, or the refusal.
 *
 * - `yes`: accepted
 * - `-`: not allowed for this person; `own`: only for the initiator
 * - `moved`: the task was already handled; `state`: the document is in another state
 * - `turn`: others come first in the sequence; `susp`, `back`: the people added come first; `acted`: one of them has already acted
 * - `na`: not offered there
 *
 * People: starter filed for applicant; past has passed the first node; holder and waiting hold the second one in sequence, then the third;
 * added and added2 were added by holder in sequence; transferee has the task of holder; copied received a copy; voider may void; admin and
 * repairer administer, by role and by permission.
 */
export const matrices = {
  running: `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  -      -      -      -      -           -      -        yes    yes    state    -      yes    yes     yes    -        -      -      -        -
    applicant  state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  yes    yes    na     yes    yes         -      yes      own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  turn   turn   turn   turn   turn        -      turn     own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  -      -      -      -      -           -      -        own    own    own      yes    own    -       -      -        -      -      -        -
    admin      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    repairer   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    stranger   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
  `,
  countersigned: `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  -      -      -      -      -           -      -        yes    yes    state    -      yes    yes     yes    -        -      -      -        -
    applicant  state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  susp   susp   susp   back   susp        yes    susp     own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  turn   turn   turn   turn   turn        -      turn     own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added      state  yes    yes    na     na     na          -      yes      own    own    own      -      own    yes     yes    -        -      -      -        -
    added2     state  turn   turn   turn   turn   turn        -      turn     own    own    own      -      own    yes     yes    -        -      -      -        -
    transferee state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  -      -      -      -      -           -      -        own    own    own      yes    own    -       -      -        -      -      -        -
    admin      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    repairer   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    stranger   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
  `,
  'countersigned, one acted': `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  -      -      -      -      -           -      -        yes    yes    state    -      yes    yes     yes    -        -      -      -        -
    applicant  state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  susp   susp   susp   back   susp        acted  susp     own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  turn   turn   turn   turn   turn        -      turn     own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added      state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    added2     state  yes    yes    na     na     na          -      yes      own    own    own      -      own    yes     yes    -        -      -      -        -
    transferee state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  -      -      -      -      -           -      -        own    own    own      yes    own    -       -      -        -      -      -        -
    admin      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    repairer   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    stranger   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
  `,
  transferred: `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  -      -      -      -      -           -      -        yes    yes    state    -      yes    yes     yes    -        -      -      -        -
    applicant  state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  turn   turn   turn   turn   turn        -      turn     own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  yes    yes    na     yes    yes         -      yes      own    own    own      -      own    yes     yes    -        -      -      -        -
    copied     state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  -      -      -      -      -           -      -        own    own    own      yes    own    -       -      -        -      -      -        -
    admin      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    repairer   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      yes      yes    yes    yes      na
    stranger   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
  `,
  'at the start': `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  na     na     na     na     na          -      na       yes    na     yes      -      na     yes     yes    -        -      -      -        -
    applicant  state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  moved  moved  moved  moved  moved       -      moved    own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  -      -      -      -      -           -      -        own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  -      -      -      -      -           -      -        own    own    own      yes    own    -       -      -        -      -      -        -
    admin      state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      na       na     yes    yes      na
    repairer   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      na       na     yes    yes      na
    stranger   state  -      -      -      -      -           -      -        own    own    own      -      own    -       -      -        -      -      -        -
  `,
  completed: `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  state  state  state  state  state       state  state    state  state  state    -      state  yes     yes    -        -      -      -        -
    applicant  state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    added      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  state  state  state  state  state       state  state    own    own    own      yes    own    -       -      -        -      -      -        -
    admin      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    repairer   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    stranger   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
  `,
  refused: `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  state  state  state  state  state       state  state    state  state  yes      -      state  yes     yes    -        -      -      -        -
    applicant  state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  state  state  state  state  state       state  state    own    own    own      state  own    -       -      -        -      -      -        -
    admin      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    repairer   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    stranger   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
  `,
  revoked: `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  state  state  state  state  state       state  state    state  state  yes      -      state  yes     yes    -        -      -      -        -
    applicant  state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  state  state  state  state  state       state  state    own    own    own      state  own    -       -      -        -      -      -        -
    admin      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    repairer   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    stranger   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
  `,
  voided: `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  state  state  state  state  state       state  state    state  state  yes      -      state  yes     yes    -        -      -      -        -
    applicant  state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  state  state  state  state  state       state  state    own    own    own      state  own    -       -      -        -      -      -        -
    admin      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    repairer   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    stranger   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
  `,
  'completed, revocable': `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  state  state  state  state  state       state  state    yes    yes    state    -      state  yes     yes    -        -      -      -        -
    applicant  state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    added      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  state  state  state  state  state       state  state    own    own    own      yes    own    -       -      -        -      -      -        -
    admin      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    repairer   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    stranger   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
  `,
  'refused, revocable': `
               submit pass   refuse hard   return countersign cancel transfer revoke edit   resubmit void   urge   comment copy   reassign skip   jump   forceEnd replace
    starter    state  state  state  state  state  state       state  state    yes    state  yes      -      state  yes     yes    -        -      -      -        -
    applicant  state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    past       state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    holder     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    waiting    state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    later      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    added2     state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    transferee state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
    copied     state  state  state  state  state  state       state  state    own    own    own      -      own    yes     yes    -        -      -      -        -
    voider     state  state  state  state  state  state       state  state    own    own    own      state  own    -       -      -        -      -      -        -
    admin      state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    repairer   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      state    state  state  state    state
    stranger   state  state  state  state  state  state       state  state    own    own    own      -      own    -       -      -        -      -      -        -
  `,
} as const

/** Parses a matrix: each person with the cell of every action. */
export function rowsOf(matrix: string): readonly (readonly [string, Readonly<Record<string, string>>])[] {
  const [, ...lines] = matrix.trim().split('\n')
  return lines.map((line) => {
    const [person = '', ...cells] = line.trim().split(/\s+/)
    return [person, Object.fromEntries(actionNames.map((action, index) => [action, cells[index] ?? ''] as const))] as const
  })
}
