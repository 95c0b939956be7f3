import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Round } from '#approval/wire/rounds.ts'
import { useHttp } from '#shell/backend.ts'
import { marksOf, placeOf, roundsQuery, type FieldChange } from './rounds.ts'

interface Rounds {
  readonly rounds: readonly Round[]
  readonly marks: ReadonlyMap<string, FieldChange>
  /** Number of the round whose differences are shown; initially the latest. */
  readonly shown: number
  readonly isOpen: boolean
  readonly hasFailed: boolean
  /** The rounds are being loaded. */
  readonly isWaiting: boolean
  open(round: number): void
  close(): void
  retry(): void
}

const nothing: Rounds = { rounds: [], marks: new Map(), shown: 1, isOpen: false, hasFailed: false, isWaiting: false, open: () => undefined,
  close: () => undefined, retry: () => undefined }

const RoundsContext = createContext<Rounds>(nothing)

/** The rounds of the current document, and the shown differences; empty outside of a document. */
export const useRounds = (): Rounds => useContext(RoundsContext)

/** The change of a field or cell, while differences are shown. */
export function useMark(field: string, row?: string): FieldChange | undefined {
  const { marks, isOpen } = useRounds()
  return isOpen ? marks.get(placeOf(field, row)) : undefined
}

interface RoundsProviderProps {
  readonly document: FiledDocument
  /** Called when differences are shown. */
  onOpen(): void
  readonly children: ReactNode
}

/** Provides the differences between rounds; loaded only if there can be any. */
export function RoundsProvider({ document, onOpen, children }: RoundsProviderProps) {
  const http = useHttp()
  const { round, processRecord } = document
  const isWanted = round > 1 || processRecord.some(({ changes }) => changes.length > 0)
  const { data, isError, isLoading, refetch } = useQuery({ ...roundsQuery(http, document), enabled: isWanted })
  const [shown, setShown] = useState<number>()
  const [isOpen, setIsOpen] = useState(false)
  const value = useMemo<Rounds>(() => ({
    rounds: data ?? [],
    marks: marksOf(data?.find((each) => each.round === round)),
    shown: shown ?? round,
    isOpen,
    hasFailed: isError,
    isWaiting: isLoading,
    open(wanted) {
      setShown(wanted)
      setIsOpen(true)
      onOpen()
    },
    close: () => setIsOpen(false),
    retry: () => void refetch(),
  }), [data, round, shown, isOpen, isError, isLoading, onOpen, refetch])
  return <RoundsContext value={value}>{children}</RoundsContext>
}
