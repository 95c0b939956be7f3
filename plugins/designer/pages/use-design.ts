import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type Edits, edited, redone, remember, remembered, undone } from '#shell/edit-history.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import { type FormContent, type FormDesign, formDesignPath, type OverlayDesign, type SaveFormDesign } from '../wire.ts'
import { isSameContent, mergeContents, type PartConflict, withParts } from '../model/parts.ts'
import { overlaidForm, overlayBetween } from '../overlay/overlay.ts'
import { designQuery } from './calls.ts'

/** Parts that two people changed concurrently; not stored yet. */
export interface DesignConflict {
  readonly theirs: FormDesign
  readonly parts: readonly PartConflict[]
}

/** A design while somebody draws it. */
export interface DesignEditing {
  /** As it was stored last. */
  readonly design: FormDesign
  readonly content: FormContent
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly state: 'saved' | 'saving' | 'refused'
  /** Sentence of the refusal that keeps it from being stored. */
  readonly problem: string
  readonly conflict: DesignConflict | undefined
  /** "中文/English" of the colleague whose changes were taken in last. */
  readonly mergedWith: string | undefined
  /** Changes the content; several changes at one `place` in a row are one step of undo. */
  apply(next: FormContent, place?: string): void
  /** Changes the content of that moment, for undo buttons of notices. */
  amend(change: (content: FormContent) => FormContent): void
  undo(): void
  redo(): void
  /** Settles a conflict for the colleague's or the own version; undo returns to the other. */
  settle(choice: 'theirs' | 'mine'): void
  retry(): void
  /** Replaces the edited design with the answer of a call. */
  take(design: FormDesign): void
  /** Like `take`, for a call that changed the draft as well. */
  restart(design: FormDesign): void
}

function stateOf(problem: string, isUnderWay: boolean): DesignEditing['state'] {
  if (problem !== '') return 'refused'
  return isUnderWay ? 'saving' : 'saved'
}

/** Time without a change after which a draft is stored, ms. */
const pause = 800

/** A design that is stored by itself after each change; what a colleague stored meanwhile is joined to it part by part. */
export function useDesign(loaded: FormDesign): DesignEditing {
  const client = useQueryClient()
  const http = useHttp()
  const [design, setDesign] = useState(loaded)
  const [edits, setEdits] = useState<Edits<FormContent>>(() => remembered(storageKey(loaded), loaded.content, isSameContent))
  const [conflict, setConflict] = useState<DesignConflict>()
  const [mergedWith, setMergedWith] = useState<string>()
  /** The content that the server refused: it is sent again once it is another one. */
  const [refused, setRefused] = useState<FormContent>()
  const moved = useRef(false)
  const { run, isPending, problems } = useCommand({ isQueued: true, refused: (error) => {
    moved.current = isFailure(error) && error.kind === 'moved'
    return moved.current
  } })
  const isDirty = edits.content !== design.content && !isSameContent(edits.content, design.content)
  const problem = Object.values(problems).join(' ')
  const latest = useRef(edits)
  useEffect(() => {
    latest.current = edits
    remember(storageKey(design), edits)
  }, [design, edits])

  const stored = (sent: FormContent, answer: FormDesign) => {
    // the server may normalise what it stores; the undo step stays the same
    setEdits((before) => (before.content === sent ? { ...before, content: answer.content } : before))
    setDesign(answer)
    client.setQueryData(designQuery(http, answer.id).queryKey, answer)
  }
  /** Joins what a colleague stored with what is here. */
  const join = async () => {
    const theirs = await http.get<FormDesign>(`${formDesignPath}/${design.id}`, {}, { quiet: true })
    const { content, conflicts } = mergeContents(design.content, latest.current.content, theirs.content)
    if (conflicts.length > 0) return setConflict({ theirs, parts: conflicts })
    setEdits((before) => edited(before, content))
    setMergedWith(theirs.savedBy)
    setDesign(theirs)
  }
  const save = useEffectEvent(async () => {
    const { content } = latest.current
    const body: SaveFormDesign = { revision: design.revision, content }
    moved.current = false
    const isStored = await run((writing) => writing.put<FormDesign>(`${formDesignPath}/${design.id}`, body, { quiet: true }),
      (answer: FormDesign) => stored(content, answer))
    if (moved.current) await join()
    else if (!isStored) setRefused(content)
  })
  const isWaiting = isDirty && !conflict && !isPending && edits.content !== refused
  const unsaved = isWaiting ? edits.content : undefined
  useEffect(() => {
    if (unsaved === undefined) return
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [unsaved])
  useTabDirty(isDirty, async () => save())

  /** For an overlay, changes that it cannot contain are dropped. */
  const allowed = (next: FormContent): FormContent => (design.overlay ? overlaidContent(design.overlay, next) : next)
  const settle = (choice: 'theirs' | 'mine') => {
    if (!conflict) return
    const { content } = mergeContents(design.content, edits.content, conflict.theirs.content)
    const theirs = withParts(content, conflict.parts)
    // both versions stay in the undo history
    setEdits((before) => (choice === 'theirs' ? edited(before, theirs) : edited(edited(before, theirs), content)))
    setDesign(conflict.theirs)
    setMergedWith(conflict.theirs.savedBy)
    setConflict(undefined)
  }
  return {
    design,
    content: edits.content,
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
    state: stateOf(problem, isDirty || isPending),
    problem,
    conflict,
    mergedWith,
    apply: (next, place) => setEdits((before) => edited(before, allowed(next), place)),
    amend: (change) => setEdits((before) => edited(before, allowed(change(before.content)))),
    undo: () => setEdits(undone),
    redo: () => setEdits(redone),
    settle,
    retry: () => void save(),
    restart: (next) => {
      setEdits((before) => edited(before, next.content))
      setDesign(next)
      client.setQueryData(designQuery(http, next.id).queryKey, next)
    },
    take: (next) => {
      setDesign(next)
      client.setQueryData(designQuery(http, next.id).queryKey, next)
    },
  }
}

function overlaidContent({ shipped }: OverlayDesign, content: FormContent): FormContent {
  return { ...content, form: overlaidForm(shipped, overlayBetween(shipped, content.form)) }
}

const storageKey = ({ id }: FormDesign): string => `oa.form-edits.${id}`

/** Formats when a design was stored; without the date if today. */
export const savedTime = (at: string): string => (at.slice(0, 10) === nowOf(new Date()).slice(0, 10) ? at.slice(11, 16) : at.slice(0, 16))
