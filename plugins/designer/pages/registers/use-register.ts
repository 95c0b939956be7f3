import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type Edits, edited, redone, remember, remembered, undone } from '#shell/edit-history.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import { registerDesignPath, type RegisterContent, type RegisterDesign, type SaveRegisterDesign } from '../../registers/wire.ts'
import { registerQuery } from './calls.ts'

/** A register while somebody draws it. */
export interface RegisterEditing {
  /** As it was stored last. */
  readonly design: RegisterDesign
  readonly content: RegisterContent
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** `moved`: somebody else stored another draft; saving pauses until it is loaded. */
  readonly state: 'saved' | 'saving' | 'refused' | 'moved'
  /** Sentence of the refusal. */
  readonly problem: string
  /** Changes the content; several changes at one `place` in a row are one step of undo. */
  apply(next: RegisterContent, place?: string): void
  undo(): void
  redo(): void
  retry(): void
  /** Loads the colleague's draft; undo returns to the own one. */
  load(): Promise<void>
  /** Takes over what a call made of the register. */
  take(design: RegisterDesign): void
}

const isSame = (one: RegisterContent, other: RegisterContent): boolean => JSON.stringify(one) === JSON.stringify(other)

function stateOf(problem: string, isUnderWay: boolean): RegisterEditing['state'] {
  if (problem !== '') return 'refused'
  return isUnderWay ? 'saving' : 'saved'
}

/** Time without a change after which a draft is stored, ms. */
const pause = 800

/** A register that is stored by itself after each change. */
export function useRegister(loaded: RegisterDesign): RegisterEditing {
  const client = useQueryClient()
  const http = useHttp()
  const [design, setDesign] = useState(loaded)
  const [edits, setEdits] = useState<Edits<RegisterContent>>(() => remembered(storageKey(loaded), loaded.content, isSame))
  /** The content that the server refused: it is sent again once it is another one. */
  const [refused, setRefused] = useState<RegisterContent>()
  const [isMoved, setIsMoved] = useState(false)
  const { run, isPending, problems } = useCommand({ isQueued: true })
  const isDirty = edits.content !== design.content && !isSame(edits.content, design.content)
  const problem = Object.values(problems).join(' ')
  const latest = useRef(edits)
  useEffect(() => {
    latest.current = edits
    remember(storageKey(design), edits)
  }, [design, edits])

  const take = (next: RegisterDesign) => {
    setDesign(next)
    client.setQueryData(registerQuery(http, next.id).queryKey, next)
  }
  const save = useEffectEvent(async () => {
    const { content } = latest.current
    const body: SaveRegisterDesign = { revision: design.revision, content }
    let moved = false
    const isStored = await run(async (writing) => {
      try {
        return await writing.put<RegisterDesign>(`${registerDesignPath}/${design.id}`, body, { quiet: true })
      } catch (error) {
        moved = isFailure(error) && error.kind === 'moved'
        throw error
      }
    }, (answer: RegisterDesign) => {
      // the server may normalise what it stores; the undo step stays the same
      setEdits((before) => (before.content === content ? { ...before, content: answer.content } : before))
      take(answer)
    })
    setIsMoved(moved)
    if (!isStored) setRefused(content)
  })
  const isWaiting = isDirty && !isPending && !isMoved && edits.content !== refused
  const unsaved = isWaiting ? edits.content : undefined
  useEffect(() => {
    if (unsaved === undefined) return
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [unsaved])
  useTabDirty(isDirty, async () => save())

  return {
    design,
    content: edits.content,
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
    state: isMoved ? 'moved' : stateOf(problem, isDirty || isPending),
    problem,
    apply: (next, place) => setEdits((before) => edited(before, next, place)),
    undo: () => setEdits(undone),
    redo: () => setEdits(redone),
    retry: () => void save(),
    async load() {
      const theirs = await http.get<RegisterDesign>(`${registerDesignPath}/${design.id}`, {}, { quiet: true })
      setEdits((before) => edited(before, theirs.content))
      setIsMoved(false)
      take(theirs)
    },
    take,
  }
}

const storageKey = ({ id }: RegisterDesign): string => `oa.register-edits.${id}`
