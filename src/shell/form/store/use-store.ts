import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from 'react'
import { type CellName, nameOfCell } from './cell.ts'
import type { FormStore } from './form-store.ts'
import type { CellMark } from './store-parts.ts'
import type { Problem } from './problems.ts'

export const StoreContext = createContext<FormStore | undefined>(undefined)

/** The store of the surrounding form. @throws Error outside of a form */
export function useStore(): FormStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('outside of a form')
  return store
}

type Same<T> = (one: T, other: T) => boolean

/** A part of the form's state; re-renders the component when it has changed after a recomputation. */
export function usePart<T>(pick: (store: FormStore) => T, isSame: Same<T> = Object.is): T {
  const store = useStore()
  return useSnapshot(store.subscribe, () => pick(store), isSame)
}

function useSnapshot<T>(subscribe: (listener: () => void) => () => void, pick: () => T, isSame: Same<T>): T {
  const last = useRef<{ part: T } | undefined>(undefined)
  const snapshot = () => {
    const part = pick()
    if (last.current && isSame(last.current.part, part)) return last.current.part
    last.current = { part }
    return part
  }
  return useSyncExternalStore(subscribe, snapshot)
}

export interface CellView {
  readonly value: unknown
  readonly isVisible: boolean
  readonly isRequired: boolean
  /** The cell is read-only at the moment. */
  readonly isLocked: boolean
  readonly problem: Problem | undefined
  readonly mark: CellMark | undefined
}

/** The state of a field or cell; re-renders synchronously on input. */
export function useCell(cell: CellName): CellView {
  const store = useStore()
  const name = nameOfCell(cell)
  const subscribe = useCallback((listener: () => void) => store.watch(name, listener), [store, name])
  return useSnapshot(subscribe, () => {
    const { visible, required, locked = false } = store.state(cell, name)
    return { value: store.read(cell), isVisible: visible, isRequired: required, isLocked: locked, problem: store.problemAt(name),
      mark: store.marks.at(name) }
  }, sameView)
}

const sameView = (one: CellView, other: CellView) =>
  one.value === other.value && one.isVisible === other.isVisible && one.isRequired === other.isRequired &&
  one.isLocked === other.isLocked &&
  one.mark === other.mark && sameProblem(one.problem, other.problem)

/** Returns whether two problems have the same message and cell. */
export const sameProblem = (one: Problem | undefined, other: Problem | undefined) => one?.name === other?.name && one?.code === other?.code

/** Returns whether two lists have the same entries. */
export const sameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((entry, index) => entry === other[index])
