import { CopyOutlined, EllipsisOutlined, LinkOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '#approval/types.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { isFailure } from '#providers/failure.ts'
import { may } from '#providers/permissions.ts'
import { useEarlyKey, useKeyHold, usePageLeft } from '../../key-hold.ts'
import { asDecision, useKeys } from '../../keys.ts'
import { useOnline } from '../../offline/reaches.ts'
import { useIsMobile } from '../../parts/use-media.ts'
import { usePrefetch } from '../../routing/use-prefetch.ts'
import { type ActionPresentation, loadDialogs, placed } from './actions.tsx'
import { type ActionContext, openValues } from './action-context.ts'
import { type BarLook, DownloadFilesButton, PrintButton, useFits } from './bar-buttons.tsx'
import { useDetailText } from '../texts.ts'
import { useUnsent } from '../comment/use-comment.ts'
import { useBackend } from '../../backend.ts'
import { useCommand } from '../../command/use-command.ts'
import { reads, useRead, useStarts } from '../../start/reads.ts'
import { copyAddress } from '../../form/copies/copy-address.ts'
import { foundBy, placeRefusal, useConfirmations } from '../../form/use-submit.tsx'
import { usePart } from '../../form/store/use-store.ts'
import { useNodeForm } from '../dialogs/node-form.ts'
import type { DocumentActionButton } from '../../browser-plugin.ts'
import { useRoutes } from '../../routing/routes-context.ts'
import { useText } from '../../text.tsx'

/** Number of text buttons that fit in the bar, in English too. */
const roomInBar = 4

/** The bar with the reader's actions and their keyboard shortcuts; disabled while offline. */
export function ActionBar({ context, onBack }: { context: ActionContext; onBack(): void }) {
  const { t, locale } = useDetailText()
  const isMobile = useIsMobile()
  const [open, setOpen] = useState<ActionPresentation>()
  const { offered, buttons, texts, more, repairs } = isMobile
    ? onPhone(context.document.actions)
    : placed(context.document.actions, roomInBar)
  const hasTexts = texts.length > 0
  const isOnline = useOnline()
  const quiet = useRef<HTMLSpanElement>(null)
  const isShort = !useFits(quiet, [locale, ...offered.map(({ text }) => text)].join())
  const hold = useKeyHold()
  const close = () => {
    hold()
    setOpen(undefined)
  }
  const start = (action: ActionPresentation) => {
    if (!isOnline) return
    if (action.start) return action.start(context)
    hold(close)
    setOpen(action)
  }
  const keys = Object.fromEntries(offered.flatMap((action) => (action.key ? [[action.key, asDecision(() => start(action))]] : [])))
  useKeys({ ...keys, Escape: onBack }, usePageLeft('procInstId'))
  useEarlyKey(keys)
  useUnsent('dialog', open !== undefined)
  const copy = useCopying(context.document)
  usePrefetch(loadDialogs)
  const Dialog = open?.Dialog
  return (
    <div className="oa-action-bar row fill gap-8" role="toolbar" aria-label={t('actions')}>
      <span className={hasTexts ? 'oa-bar-quiet fill flex gap-4' : 'oa-bar-quiet is-paper fill flex gap-4'} ref={quiet}>
        {!isMobile && (
          <>
            <CopyButton document={context.document} isQuiet={hasTexts} isShort={isShort} />
            <PrintButton document={context.document} isQuiet={hasTexts} isShort={isShort} />
            <DownloadFilesButton document={context.document} isQuiet={hasTexts} isShort={isShort} />
          </>
        )}
        {texts.map((action) => <ActionButton key={action.text} action={action} isOff={!isOnline} onStart={start} />)}
        <More actions={more} repairs={repairs} document={context.document} isMobile={isMobile} isOff={!isOnline} onStart={start}
          onCopy={isMobile ? copy : undefined} />
      </span>
      <SaveButton context={context} />
      {buttons.map((action) => <ActionButton key={action.text} action={action} isOff={!isOnline} onStart={start} />)}
      <ModuleActions context={context} />
      <FollowUpButton context={context} />
      <NextDocumentButton document={context.document} />
      <Suspense>{Dialog && <Dialog context={context} onClose={close} />}</Suspense>
    </div>
  )
}

/** Placement on a phone: danger actions move to the menu if the document can be passed. */
function onPhone(actions: readonly Action[]) {
  const { buttons, more, ...rest } = placed(actions, 0)
  const folded = actions.includes('pass') ? buttons.filter(({ appearance }) => appearance === 'danger') : []
  return { ...rest, buttons: buttons.filter((action) => !folded.includes(action)), more: [...folded, ...more] }
}

interface MoreProps {
  readonly actions: readonly ActionPresentation[]
  readonly repairs: readonly ActionPresentation[]
  readonly document: FiledDocument
  readonly isMobile: boolean
  /** Offline. */
  readonly isOff: boolean
  onStart(action: ActionPresentation): void
  /** Creates a copy of the document, if the bar has no room for that button. */
  onCopy: (() => void) | undefined
}

/** The menu of less frequent actions; interventions are in a separate group. */
function More({ actions, repairs, document, isMobile, isOff, onStart, onCopy }: MoreProps) {
  const { t } = useDetailText()
  const links = useLinks(document, isMobile)
  const copy = onCopy
    ? [{ key: 'copyDocument', icon: <CopyOutlined aria-hidden />, onClick: onCopy,
      label: <span className="oa-more-item flex between">{t('copyDocument')}</span> }]
    : []
  if (actions.length + repairs.length + copy.length + links.length === 0) return null
  const item = (action: ActionPresentation) => ({
    key: action.text,
    icon: action.icon,
    danger: action.appearance === 'danger',
    onClick: () => onStart(action),
    label: (
      <span className="oa-more-item flex between">
        {t(action.text)}
        {action.key && <span className="oa-key regular" aria-hidden>{action.key.toUpperCase()}</span>}
      </span>
    ),
  })
  const group = { key: 'repairs', type: 'group' as const, label: t('repairs'), children: repairs.map(item) }
  const items = [...actions.map(item), ...copy, ...links, ...(repairs.length > 0 ? [group] : [])]
  return (
    <Dropdown trigger={['click']} disabled={isOff} menu={{ items }} placement="topLeft" overlayClassName="oa-more-menu">
      <Button type={isMobile ? 'default' : 'text'} disabled={isOff} icon={<EllipsisOutlined />} aria-label={t('more')}
        data-tip={isMobile ? undefined : t('more')} className="oa-bar-more"
      >
        {isMobile && <small>{t('moreShort')}</small>}
      </Button>
    </Dropdown>
  )
}

/** Links of modules as items of the menu; none on a phone. */
function useLinks(document: FiledDocument, isMobile: boolean) {
  const { label } = useDetailText()
  const navigate = useNavigate()
  const { documentLinks = [] } = useRoutes().config
  return documentLinks.filter(({ needs }) => !isMobile && may(needs)).map(({ id, title, to }) => ({
    key: id,
    icon: <LinkOutlined aria-hidden />,
    onClick: () => void navigate(to(document)),
    label: <span className="oa-more-item flex between">{label(title)}</span>,
  }))
}

const types = { primary: 'primary', danger: 'default', plain: 'default', text: 'text', quiet: 'text', repair: 'text' } as const

const classes: Readonly<Partial<Record<keyof typeof types, string>>> = { primary: 'oa-bar-main', danger: 'oa-bar-danger' }

function ActionButton(
  { action, isOff, onStart }: { action: ActionPresentation; isOff: boolean; onStart(action: ActionPresentation): void },
) {
  const { t } = useDetailText()
  const { appearance: look, key, text, icon } = action
  const type = types[look]
  const mail = key?.toUpperCase()
  return (
    <Button type={type} className={classes[look]} disabled={isOff} danger={look === 'danger'} icon={icon} aria-keyshortcuts={mail}
      data-tip={type === 'text' ? mail && `${t(text)} ${mail}` : undefined} onClick={() => onStart(action)}
    >
      {t(text)}
      {mail && type !== 'text' && <span className="oa-key regular" aria-hidden>{mail}</span>}
    </Button>
  )
}

/** Opens the form of the next document, linked to this completed one. */
function NextDocumentButton({ document: { onward: next, procInstId } }: { document: FiledDocument }) {
  const { t, label } = useDetailText()
  const { reactions } = useBackend()
  const navigate = useNavigate()
  const processes = useRead(reads.processes)
  const { run, isPending } = useCommand()
  if (!next) return null

  const open = () =>
    run((http) => http.get<{ target: string }>(`/workflow/canReimburse/${encodeURIComponent(procInstId)}`), ({ target }) => {
      const path = processes?.find(({ key }) => key === target)?.path
      if (path) void navigate(`${path}?${new URLSearchParams({ [next.link]: procInstId })}`)
      else reactions.notify({ kind: 'refused', text: t('noClaimFunction') })
    })
  return <Button type="primary" className="oa-bar-main" loading={isPending} onClick={() => void open()}>{label(next)}</Button>
}

/** Opens a new form with the document's values; undefined for users who may not file that form. */
function useCopying({ businessType, procInstId }: FiledDocument): (() => void) | undefined {
  const navigate = useNavigate()
  const starts = useStarts(businessType)
  const path = useRead(reads.processes)?.find((process) => process.businessType === businessType)?.path
  if (!path || !starts) return undefined
  return () => void navigate(copyAddress({ path }, procInstId))
}

/** Copies the document to a new form; hidden from users who may not file that form. */
function CopyButton({ document, isShort = false, isQuiet = isShort }: { document: FiledDocument } & BarLook) {
  const { t } = useDetailText()
  const copy = useCopying(document)
  if (!copy) return null
  return (
    <Button type={isQuiet ? 'text' : 'default'} icon={<CopyOutlined />} aria-label={t('copyDocument')}
      data-tip={isShort ? t('copyDocument') : undefined} onClick={copy}
    >
      {!isShort && t('copyDocument')}
    </Button>
  )
}

/** Saves the reader's input at a node without passing, where the flow allows it (`saves`); refusals are shown at their fields. */
function SaveButton({ context }: { context: ActionContext }) {
  const { document, store } = context
  const node = useNodeForm(document)
  const isTouched = usePart(({ changes }) => changes > 0)
  const { t } = useDetailText()
  const { reactions } = useBackend()
  const { run, isPending } = useCommand({
    unexplained: t('notDone'),
    refused: (error) => {
      reactions.notify({ kind: 'warning', text: isFailure(error) ? error.message : t('notDone') })
      return placeRefusal(store, error)
    },
  })
  if (!node?.saves || !document.actions.includes('pass')) return null
  const save = () => {
    store.flush()
    return run(() => context.call('/workflow/save', { taskId: document.taskId, business: openValues(store) }, 'reload'), {
      success: t('saved'),
    })
  }
  return <Button disabled={!isTouched} loading={isPending} onClick={() => void save()}>{t('save')}</Button>
}

/** The buttons of module actions that the reader may take. */
function ModuleActions({ context }: { context: ActionContext }) {
  const { documentActions = [] } = useRoutes().config
  const { moduleActions = {} } = context.document
  return documentActions.flatMap((action) => {
    const place = moduleActions[action.id]
    return place ? [<ModuleAction key={action.id} action={action} context={context} place={place} />] : []
  })
}

function ModuleAction(
  { action: { title, dialog: Dialog }, context, place }: { action: DocumentActionButton; context: ActionContext; place: object },
) {
  const { label } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const hold = useKeyHold()
  useUnsent(title.en, isOpen)
  const close = () => {
    hold()
    setIsOpen(false)
  }
  const open = () => {
    hold(close)
    setIsOpen(true)
  }
  const load = () => void Dialog.load().catch(() => undefined)
  return (
    <>
      <Button onPointerEnter={load} onFocus={load} onClick={open}>{label(title)}</Button>
      <Suspense>{isOpen && <Dialog context={context} place={place} onClose={close} />}</Suspense>
    </>
  )
}

/**
 * Sends the current follow-up and, until something is typed, offers to switch to another one; refusals are shown at their fields.
 */
function FollowUpButton({ context }: { context: ActionContext }) {
  const { document: { followUp, followUps = [] }, store } = context
  const isTouched = usePart(({ changes }) => changes > 0)
  const { t, label } = useDetailText()
  const { reactions } = useBackend()
  const confirm = useConfirmations()
  const { run, isPending } = useCommand({
    unexplained: t('notDone'),
    refused: (error) => {
      reactions.notify({ kind: 'warning', text: isFailure(error) ? error.message : t('notDone') })
      return placeRefusal(store, error)
    },
  })
  if (!followUp) return null

  const send = (confirmed: readonly string[]) =>
    run(
      () => context.call('/workflow/followUp', { followUp: followUp.id, business: openValues(store), confirmed }, 'reload'),
      { success: t('followedUp') },
    )
  const check = async () => {
    store.flush()
    const found = foundBy(store)
    if (found.some(({ level }) => level === 'block')) return store.refuse([])
    const confirmed = await confirm(store, found.filter(({ level }) => level === 'confirm'))
    if (confirmed) await send(confirmed)
  }
  const others = isTouched ? [] : followUps.filter(({ id }) => id !== followUp.id)
  return (
    <>
      {others.map((other) => (
        <Button key={other.id} className="oa-bar-worded" onClick={() => context.chooseFollowUp(other.id)}>{label(other)}…</Button>
      ))}
      <Button type="primary" className="oa-bar-main oa-bar-worded" loading={isPending} onClick={() => void check()}>
        {label(followUp)}
      </Button>
    </>
  )
}
