import { own } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'

/**
 * States of a line of a change notice (dictionary `ecnItemState`): 0 not started, 1 in execution, 2 executed, 3 verified, 4 closed,
 * 5 delayed, 9 not applicable.
 */
export type LineState = '0' | '1' | '2' | '3' | '4' | '5' | '9'

/** State of a line; 0 where none is stored yet. */
export const stateOf = (row: FormValue): LineState => (own(row, 'itemState') as LineState | null | undefined) ?? '0'

/** Changes of state that people make at a node of the notice; all others are refused. */
const allowed: Readonly<Record<string, readonly `${LineState}${LineState}`[]>> = {
  changeOwner: ['09', '19', '90'],
  ecnExecDept: ['01'],
  executor: ['12', '15', '52'],
  verify: ['23'],
}

/** Returns whether a line may go from one state to another at a node; an unchanged state is always allowed. */
export const mayMove = (node: string, from: LineState, to: LineState): boolean =>
  from === to || (allowed[node]?.includes(`${from}${to}`) ?? false)

/** States in which a line is still to be executed. */
const isOpen = (state: LineState): boolean => state === '0' || state === '1' || state === '5'

/** Rows in which the executor has nothing left to do. */
export const isDone = (state: LineState): boolean => !isOpen(state)

/** States that a baseline may freeze: verified, closed or not applicable. */
export const isSettled = (state: LineState): boolean => state === '3' || state === '4' || state === '9'

/** The rows at the completion of their notice: what was executed is verified and closed, in the name of the change owner. */
export const closedLines = (rows: readonly FormValue[]): readonly FormValue[] =>
  rows.map((row) => (['2', '3'].includes(stateOf(row)) ? { ...row, itemState: '4' } : row))
