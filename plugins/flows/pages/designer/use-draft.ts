import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Flow } from '#kernel/flow.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type Edits, edited, redone, remember, remembered, undone } from '#shell/edit-history.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import { designPath, type DraftView, type NamedUser, type PartDifference, type SavedDraft, type SaveDraft } from '../../wire.ts'
import { designQuery, draftQuery } from './calls.ts'
import { change } from './drawing/tree.ts'

/** Parts that two administrators changed at once, of which nothing is stored yet. */
export interface DraftConflict {
  readonly draft: DraftView
  readonly other: NamedUser | null
  readonly parts: readonly PartDifference[]
}

export interface DraftEditing {
  readonly flow: Flow
  readonly draft: DraftView
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly state: 'saved' | 'saving' | 'refused'
  /** Sentence of the refusal that keeps it from being stored. */
  readonly problem: string
  readonly conflict: DraftConflict | undefined
  /** The colleague whose changes were merged into this draft last. */
  readonly mergedWith: NamedUser | undefined
  apply(next: Flow): void
  undo(): void
  redo(): void
  /** Resolves a conflict with the colleague's version, or with one's own parts merged into it. */
  settle(choice: 'theirs' | 'mine'): void
  retry(): void
}

/** Time without a change after which a draft is stored, ms. */
const pause = 800

/** A draft that is stored by itself after each change, with undo and redo over all of it, also after a reload of the page. */
export function useDraft(form: string, loaded: DraftView): DraftEditing {
  const client = useQueryClient()
  const http = useHttp()
  const [draft, setDraft] = useState(loaded)
  const [edits, setEdits] = useState<Edits<Flow>>(() => remembered(storageKey(loaded), loaded.flow, isEqual))
  const [conflict, setConflict] = useState<DraftConflict>()
  const [mergedWith, setMergedWith] = useState<NamedUser>()
  const { run, isPending, problems } = useCommand({ isQueued: true })
  const isDirty = edits.content !== draft.flow && !isEqual(edits.content, draft.flow)
  const problem = Object.values(problems).join(' ')
  const latest = useRef(edits)
  useEffect(() => {
    latest.current = edits
    remember(storageKey(draft), edits)
  }, [draft, edits])

  const taken = (sent: Flow, { outcome, draft: stored, other, conflicts }: SavedDraft) => {
    if (outcome === 'conflict') return setConflict({ draft: stored, other, parts: conflicts })
    const isUnchanged = latest.current.content === sent
    // There are newer local changes: the next save, with the base it started from, merges them.
    if (outcome === 'merged' && !isUnchanged) return
    if (outcome === 'merged') {
      setMergedWith(other ?? undefined)
      setEdits((before) => edited(before, stored.flow))
    }
    setDraft(outcome === 'saved' ? { ...stored, flow: sent } : stored)
    client.setQueryData(draftQuery(http, form, stored.id).queryKey, stored)
    void client.invalidateQueries({ queryKey: designQuery(http, form).queryKey })
  }
  const save = useEffectEvent(async () => {
    const { content: flow } = latest.current
    const body: SaveDraft = { revision: draft.revision, base: draft.content, flow }
    await run((writing) => writing.put<SavedDraft>(`${designPath}/${form}/draft/${draft.id}`, body, { quiet: true }),
      (answer: SavedDraft) => taken(flow, answer))
  })
  const unsaved = isDirty && !conflict && !isPending ? edits.content : undefined
  useEffect(() => {
    if (unsaved === undefined) return
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [unsaved])
  useTabDirty(isDirty, async () => save())

  const settle = (choice: 'theirs' | 'mine') => {
    if (!conflict) return
    const { flow } = conflict.draft
    setDraft(conflict.draft)
    setEdits((before) => edited(before, choice === 'theirs' ? flow : withParts(flow, before.content, conflict.parts)))
    setConflict(undefined)
  }
  return {
    flow: edits.content,
    draft,
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
    state: problem !== '' ? 'refused' : isDirty || isPending ? 'saving' : 'saved',
    problem,
    conflict,
    mergedWith,
    apply: (next) => setEdits((before) => edited(before, next)),
    undo: () => setEdits(undone),
    redo: () => setEdits(redone),
    settle,
    retry: () => void save(),
  }
}

/** A colleague's flow with one's own values of the parts that both changed; with one's own order where both changed that. */
function withParts(theirs: Flow, mine: Flow, parts: readonly PartDifference[]): Flow {
  if (parts.some(({ attribute, node }) => attribute === 'structure' || (attribute === 'node' && node))) return mine
  return parts.reduce((flow, { node, attribute, mine: own }) => (node
    ? change(flow, node.id, (block) => withValue(block, attribute, own))
    : { ...flow, settings: withValue(flow.settings, attribute, own) }), theirs)
}

function withValue<Held extends object>(held: Held, attribute: string, value: unknown): Held {
  const { [attribute]: _, ...rest } = held as Readonly<Record<string, unknown>>
  return (value === undefined || value === null ? rest : { ...rest, [attribute]: value }) as Held
}

const isEqual = (one: Flow, other: Flow): boolean => JSON.stringify(one) === JSON.stringify(other)

const storageKey = (draft: DraftView) => `oa.flow-edits.${draft.id}`
