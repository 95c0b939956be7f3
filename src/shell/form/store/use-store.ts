import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import { type CellName, nameOfCell } from './cell.ts'
import type { FormStore } from './form-store.ts'
import type { Problem } from './problems.ts'

export const StoreContext = createContext<FormStore | undefined>(undefined)

export function useStore(): FormStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('outside of a form')
  return store
}

/** A part of the form; the component is drawn again when it is another one. */
export function usePart<T>(pick: (store: FormStore) => T, isSame: (one: T, other: T) => boolean = Object.is): T {
  const store = useStore()
  const last = useRef<{ part: T } | undefined>(undefined)
  const snapshot = () => {
    const part = pick(store)
    if (last.current && isSame(last.current.part, part)) return last.current.part
    last.current = { part }
    return part
  }
  return useSyncExternalStore(store.subscribe, snapshot)
}

export interface CellView {
  readonly value: unknown
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly problem: Problem | undefined
}

/** What a field or cell shows. */
export function useCell(cell: CellName): CellView {
  return usePart((store) => {
    const { visible, required } = store.state(cell)
    return { value: store.read(cell), isVisible: visible, isRequired: required, problem: store.problemAt(nameOfCell(cell)) }
  }, sameView)
}

const sameView = (one: CellView, other: CellView) =>
  one.value === other.value && one.isVisible === other.isVisible && one.isRequired === other.isRequired && sameProblem(one.problem, other.problem)

/** The same sentence at the same place. */
export const sameProblem = (one: Problem | undefined, other: Problem | undefined) => one?.name === other?.name && one?.code === other?.code

/** Two lists with the same entries. */
export const sameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((entry, index) => entry === other[index])
