import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input } from 'antd'
import { Suspense, useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ActionContext } from '../detail/actions/action-context.ts'
import { type ActionPresentation, actionPresentations, loadDialogs } from '../detail/actions/actions.tsx'
import { useTaskDraft } from '../detail/task-draft.tsx'
import { useDetailText } from '../detail/texts.ts'
import { usePart } from '../form/store/use-store.ts'
import { useKeyHold } from '../key-hold.ts'
import { asDecision, useKeys } from '../keys.ts'
import { useOnline } from '../offline/reaches.ts'
import { usePrefetch } from '../routing/use-prefetch.ts'
import { useReviewText } from './texts.ts'
import type { QueueState } from '../documents/batch/pass-queue.ts'

interface ReviewBarProps {
  readonly context: ActionContext
  readonly row: DocumentRow
  /** Passes without a dialog; the comment is kept until the server has accepted it. */
  onPass(said: { readonly comment: string }): void
  onOpen(): void
}

/** Decision bar of the displayed document: decides at once if nothing else is required, else through the dialog of the action. */
export function ReviewBar({ context, row, onPass, onOpen }: ReviewBarProps) {
  const { t } = useReviewText()
  const { draft, change } = useTaskDraft()
  const isTouched = usePart(({ changes }) => changes > 0)
  const isOnline = useOnline()
  const [open, setOpen] = useState<ActionPresentation>()
  const { actions } = context.document
  const isQuick = row.batchPass === true && !isTouched
  const hold = useKeyHold()
  const close = () => {
    hold()
    setOpen(undefined)
  }
  const start = (action: ActionPresentation | undefined) => {
    hold(close)
    setOpen(action)
  }
  const ask = (name: 'pass' | 'return') =>
    isOnline && actions.includes(name) && start(actionPresentations.find((each) => each.name === name && each.key !== undefined))
  const pass = () => {
    if (!isQuick || !isOnline || !actions.includes('pass')) return ask('pass')
    onPass({ comment: draft.comment })
  }
  useKeys({ p: asDecision(pass), r: asDecision(() => void ask('return')), Enter: onOpen })
  usePrefetch(loadDialogs)
  const Dialog = open?.Dialog
  return (
    <div className="oa-review-bar line-top flex rigid gap-8" role="toolbar" aria-label={t('bar')}>
      {actions.includes('pass') && (
        <Input value={draft.comment} maxLength={500} placeholder={t('opinion')} aria-label={t('opinionName')} onChange={({ target }) =>
          change({ comment: target.value })} />
      )}
      <More context={context} isOff={!isOnline} onChoose={start} onOpen={onOpen} />
      {actions.includes('return') && (
        <Button disabled={!isOnline} aria-keyshortcuts="R" onClick={() => ask('return')}>
          {t('return')}
          <span className="oa-key regular" aria-hidden>R</span>
        </Button>
      )}
      {actions.includes('pass') && (
        <Button type="primary" className="oa-bar-main" disabled={!isOnline} aria-keyshortcuts="P" onClick={pass}>
          {t(isQuick ? 'passNext' : 'passAsk')}
          <span className="oa-key regular" aria-hidden>P</span>
        </Button>
      )}
      <Suspense>{Dialog && <Dialog context={context} onClose={close} />}</Suspense>
    </div>
  )
}

interface MoreProps {
  readonly context: ActionContext
  readonly isOff: boolean
  onChoose(action: ActionPresentation): void
  onOpen(): void
}

/** The other available decisions, and a link to the document's own page. */
function More({ context, isOff, onChoose, onOpen }: MoreProps) {
  const { t } = useReviewText()
  const detail = useDetailText()
  const others = actionPresentations.filter(({ name, appearance, Dialog }) =>
    Dialog && appearance !== 'repair' && name !== 'pass' && name !== 'return' && context.document.actions.includes(name)
  )
  const items = [
    { key: 'open', label: t('open'), onClick: onOpen },
    ...others.map((action) => ({ key: action.text, icon: action.icon, danger: action.appearance === 'danger', label: detail.t(action.text),
      disabled: isOff, onClick: () => onChoose(action) })
    ),
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="topLeft">
      <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('more')} data-tip={t('more')} />
    </Dropdown>
  )
}

/** The decision about a document in the review. */
export type Verdict = 'passed' | 'returned' | 'other' | 'moved'

export interface Review {
  readonly rows: readonly DocumentRow[]
  /** Absent when all documents are decided. */
  readonly current: DocumentRow | undefined
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Undecided rows. */
  readonly left: readonly DocumentRow[]
  move(step: 1 | -1): void
  to(id: string): void
  /** Selects the next undecided row after this one, wrapping around. */
  goOn(from: string): void
  decide(id: string, verdict: Verdict): void
}

/** State of a review. Decided documents keep their place; undone or refused decisions are undecided again. */
export function useReview(rows: readonly DocumentRow[], { gone }: Pick<QueueState, 'gone'>): Review {
  const [at, setAt] = useState<string>()
  const [decided, setDecided] = useState<ReadonlyMap<string, Verdict>>(new Map())
  const verdicts = new Map<string, Verdict>([...decided, ...[...gone].map((id) => [id, 'passed'] as const)])
  const left = rows.filter(({ id }) => !verdicts.has(id))
  const current = left.length === 0 ? undefined : (rows.find(({ id }) => id === at) ?? left[0])
  const goOn = (from: string) => {
    const index = rows.findIndex(({ id }) => id === from)
    const ahead = [...rows.slice(index + 1), ...rows.slice(0, index)]
    setAt(ahead.find(({ id }) => !verdicts.has(id))?.id)
  }
  return {
    rows,
    current,
    verdicts,
    left,
    goOn,
    to: setAt,
    move(step) {
      const next = rows[rows.findIndex(({ id }) => id === current?.id) + step]
      if (next) setAt(next.id)
    },
    decide(id, verdict) {
      setDecided((before) => new Map([...before, [id, verdict]]))
      goOn(id)
    },
  }
}
