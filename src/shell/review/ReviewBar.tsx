import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input } from 'antd'
import { Suspense, useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ActionContext } from '../detail/actions/action-context.ts'
import { actionPresentations, type ActionPresentation, loadDialogs } from '../detail/actions/actions.tsx'
import { useTaskDraft } from '../detail/task-draft.tsx'
import { useDetailText } from '../detail/text.ts'
import { usePart } from '../form/store/use-store.ts'
import { useKeyHold } from '../key-hold.ts'
import { asDecision, useKeys } from '../keys.ts'
import { useOnline } from '../offline/use-online.ts'
import { usePrefetch } from '../routing/use-prefetch.ts'
import { useReviewText } from './text.ts'

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
    <div className="oa-review-bar" role="toolbar" aria-label={t('bar')}>
      {actions.includes('pass') && (
        <Input value={draft.comment} maxLength={500} placeholder={t('opinion')} aria-label={t('opinionName')} onChange={({ target }) =>
          change({ comment: target.value })} />
      )}
      <More context={context} isOff={!isOnline} onChoose={start} onOpen={onOpen} />
      {actions.includes('return') && (
        <Button disabled={!isOnline} aria-keyshortcuts="R" onClick={() => ask('return')}>
          {t('return')}
          <span className="oa-key" aria-hidden>R</span>
        </Button>
      )}
      {actions.includes('pass') && (
        <Button type="primary" disabled={!isOnline} aria-keyshortcuts="P" onClick={pass}>
          {t(isQuick ? 'passNext' : 'passAsk')}
          <span className="oa-key" aria-hidden>P</span>
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
