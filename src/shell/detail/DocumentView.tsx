import { Button, Tabs } from 'antd'
import type { MentionsRef } from 'antd/es/mentions'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LeftOutlined } from '@ant-design/icons'
import { formWithout } from '#kernel/evaluate/access/confidential-reads.ts'
import { type Form, shortName } from '#kernel/form.ts'
import type { ExceptionOnPage, FiledDocument } from '#approval/wire/filed-document.ts'
import { FileTile } from '#fields/files/FileView.tsx'
import { useReferences } from '#fields/references/reference-book.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { useText } from '#shell/text.tsx'
import { FormContext } from '../form/FormContext.tsx'
import type { FormStore } from '../form/store/form-store.ts'
import { sameList, StoreContext, usePart, useStore } from '../form/store/use-store.ts'
import { useFormStore } from '../form/use-form-store.ts'
import { useKeyHold } from '../key-hold.ts'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { lastReturn, ReturnedNotice } from '../parts/document/ReturnedNotice.tsx'
import { ExceptionsContext, RefusedRows } from '../parts/document/exceptions/RowExceptions.tsx'
import { useTabDirty } from '../tabs/tabs-context.ts'
import { AccountsContext, accountsOf } from './accounts/accounts.ts'
import { ActionBar } from './actions/ActionBar.tsx'
import { ChecksPanel, goToUnanswered } from './checks/ChecksPanel.tsx'
import { CommentBox } from './comment/CommentBox.tsx'
import { ExceptionsLine, goToException } from './exceptions/ExceptionsLine.tsx'
import { FilesNotice, PostingNotice, ServiceTaskNotice, TerminalNotice } from './notices/DocumentNotices.tsx'
import { type ActionContext, useActionContext } from './actions/action-context.ts'
import { editableIn } from './document.ts'
import { Header, SequenceButtons } from './Header.tsx'
import { PhoneHeader } from './phone/PhoneHeader.tsx'
import { PhoneHistory, ProgressLink, Rail, useRailTabs } from './rail/Rail.tsx'
import { ReadSections } from './content/ReadSections.tsx'
import { Differences } from './rounds/Differences.tsx'
import { RoundsProvider } from './rounds/RoundsProvider.tsx'
import { TaskDraftProvider } from './task-draft.tsx'
import { useDetailText } from './texts.ts'
import { UnsentContext, useUnsentParts } from './comment/use-comment.ts'
import { fileStrip } from './actions/files.ts'
import '../form/form.css'
import './phone/phone.css'

interface ViewProps {
  readonly form: Form
  readonly document: FiledDocument
}

/**
 * Shows a document. The timeline is always up to date; new content replaces the shown one, unless the reader has typed something or a
 * dialog is open: then a notice offers to load it. If another person has decided meanwhile, they are named.
 */
export function DocumentView({ form, document }: ViewProps) {
  const content = useMemo(() => JSON.stringify([document.business, document.editable, document.taskId]), [document])
  const [shown, setShown] = useState({ content, document })
  const [isTouched, setIsTouched] = useState(false)
  const { isHeld, report } = useUnsentParts()
  const [first] = useState(document.state)
  const { before, setBefore } = useDecidedElsewhere(document)
  const [followUp, setFollowUp] = useState<string>()
  const load = () => {
    setIsTouched(false)
    setShown({ content, document })
  }
  if (shown.content !== content && !isTouched && !isHeld) setShown({ content, document })
  return (
    <UnsentContext value={report}>
      <TaskDraftProvider task={document.taskId}>
        <OpenDocument key={`${shown.content} ${followUp ?? ''}`} form={form} document={followedUp(document, followUp)}
          opened={followedUp(shown.document, followUp)} before={before} isStale={shown.content !== content}
          isNewState={first !== document.state} onTouch={setIsTouched} onLoad={load} onFollowUp={setFollowUp} onMoved={setBefore} />
      </TaskDraftProvider>
    </UnsentContext>
  )
}

/** The document with the follow-up that the reader has chosen to fill in, by default the first one offered. */
function followedUp(document: FiledDocument, wanted: string | undefined): FiledDocument {
  const followUp = document.followUps?.find(({ id }) => id === wanted)
  return followUp ? { ...document, followUp, editable: followUp.editable } : document
}

interface OpenProps extends ViewProps {
  /** The answer from which the content is shown. */
  readonly opened: FiledDocument
  /** The document as the reader saw it before another person acted. */
  readonly before: FiledDocument | undefined
  readonly isStale: boolean
  readonly isNewState: boolean
  onMoved(before: FiledDocument): void
  onTouch(isTouched: boolean): void
  onLoad(): void
  onFollowUp(id: string): void
}

function OpenDocument(props: OpenProps) {
  const { opened } = props
  const form = useMemo(() => formWithout(props.form, new Set(opened.withheld)), [props.form, opened.withheld])
  const store = useFormStore({ form, at: opened.nodeId ?? opened.followUp?.id, entered: opened.business, editable: editableIn(opened),
    actsFor: opened.actsFor })
  return (
    <StoreContext value={store}>
      <AccountsContext value={accountsOf(opened)}>
        <ExceptionsContext value={props.document.exceptions}>
          <FormContext>
            <Layout {...props} store={store} />
          </FormContext>
        </ExceptionsContext>
      </AccountsContext>
    </StoreContext>
  )
}

function Layout(
  { form, document, before, isStale, isNewState, store, onTouch, onLoad, onFollowUp, onMoved: showBefore }: OpenProps & {
    store: FormStore
  },
) {
  const navigate = useNavigate()
  const isWide = useMedia('(min-width: 1280px)')
  const isMobile = useIsMobile()
  const goBack = () => void navigate(-1)
  const box = useRef<MentionsRef>(null)
  const page = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState('content')
  const onDone = useTouched(onTouch)
  const hold = useKeyHold()
  const focusComment = useCallback(() => {
    hold(nothing)
    setTab((current) => (current === 'content' ? 'timeline' : current))
    requestAnimationFrame(() => {
      if (box.current) box.current.focus()
      else hold()
    })
  }, [hold])
  const showChecks = useCallback(() => {
    setTab('content')
    requestAnimationFrame(() => requestAnimationFrame(() => goToUnanswered(page.current)))
  }, [])
  const showDifferences = useCallback(() => {
    setTab('content')
    requestAnimationFrame(() => page.current?.querySelector('.oa-differences')?.scrollIntoView({ block: 'nearest' }))
  }, [])
  const showException = useCallback((exception: ExceptionOnPage) => {
    setTab('content')
    requestAnimationFrame(() => goToException(page.current, exception))
  }, [])
  const onMoved = useCallback(() => showBefore(document), [showBefore, document])
  const context = useActionContext({ form, document, store, focusComment, showChecks, onMoved, onDone, onFollowUp })
  const foot = document.actions.includes('comment') && <CommentBox box={box} context={context} />
  const content = (
    <div className="oa-form oa-detail-body stack relative">
      <Differences />
      <ReadSections hasStrip={isMobile} />
      <ChecksPanel lists={document.checkList} />
    </div>
  )

  const refused = useMemo(() => refusedRows(document), [document])

  return (
    <RefusedRows value={refused}>
      <RoundsProvider document={document} onOpen={showDifferences}>
        <div className="oa-page" ref={page}>
          <div className="oa-page-main stack">
            {isMobile && <PhoneBar procInstId={document.procInstId} onBack={goBack} />}
            <div className="oa-page-scroll oa-detail-scroll scroll">
              <ChangedNotice document={document} before={before} isStale={isStale} onLoad={onLoad} />
              <ReturnedNotice returned={lastReturn(document)} />
              <ServiceTaskNotice document={document} />
              <PostingNotice document={document} />
              <FilesNotice document={document} />
              <TerminalNotice document={document} />
              {isMobile
                ? <PhoneHeader document={document} isNewState={isNewState} onGo={showException} />
                : <Header document={document} isNewState={isNewState} />}
              {!isMobile && <ExceptionsLine exceptions={document.exceptions} onGo={showException} />}
              {isWide ? content : <Narrow document={document} context={context} content={content} foot={foot} tab={tab} onTab={setTab} />}
            </div>
            <Foot context={context} onBack={goBack} />
          </div>
          {isWide && <Rail document={document} context={context} foot={foot} />}
        </div>
      </RoundsProvider>
    </RefusedRows>
  )
}

/** Rows that another system has refused, as tables mark them. */
const refusedRows = ({ postings }: FiledDocument): ReadonlySet<string> =>
  new Set(postings.lines.flatMap(({ places }) => places.flatMap(({ table, row }) => (row === null ? [] : [`${table} ${row}`]))))

const nothing = () => undefined

/** The action bar; on a phone, only if there are actions. */
function Foot({ context, onBack }: { context: ActionContext; onBack(): void }) {
  const isMobile = useIsMobile()
  const { actions, onward } = context.document
  if (isMobile && actions.length === 0 && !onward) return null
  return (
    <div className="oa-page-footer middle line-top gap-12 between">
      <ActionBar context={context} onBack={onBack} />
    </div>
  )
}

/** Reports unsent input; returns the function that marks it as sent. */
function useTouched(onTouch: (isTouched: boolean) => void): () => void {
  const isTouched = usePart(({ changes }) => changes > 0)
  const [isOver, setIsOver] = useState(false)
  const isDirty = isTouched && !isOver
  useTabDirty(isDirty)
  useEffect(() => void onTouch(isDirty), [onTouch, isDirty])
  return useCallback(() => setIsOver(true), [])
}

interface NarrowTabsProps {
  readonly document: FiledDocument
  readonly context: ActionContext
  readonly content: ReactNode
  readonly foot: ReactNode
  readonly tab: string
  onTab(tab: string): void
}

/** Layout without rail: its tabs are next to the content's; on a phone, the history is collapsed below the content. */
function Narrow(props: NarrowTabsProps) {
  const { content, tab, onTab } = props
  if (!useIsMobile()) return <NarrowTabs {...props} />
  const isOpen = tab !== 'content'
  return (
    <>
      <Receipts />
      {content}
      <PhoneHistory {...props} isOpen={isOpen} onToggle={() => onTab(isOpen ? 'content' : 'timeline')} />
    </>
  )
}

function NarrowTabs({ document, context, content, foot, tab, onTab }: NarrowTabsProps) {
  const { t } = useDetailText()
  const rail = useRailTabs(document, context).map((item) => ({ ...item, children: <>{item.children}{item.key !== 'links' && foot}</> }))
  return (
    <div className="stack filled-column relative">
      <Tabs className="oa-detail-tabs" activeKey={tab} onChange={onTab} destroyOnHidden
        items={[{ key: 'content', label: t('content'), children: content }, ...rail]} />
      <ProgressLink document={document} context={context} />
    </div>
  )
}

/** The document's files in a horizontally scrollable row; a tap opens one in full screen. */
function Receipts() {
  const { t } = useDetailText()
  const ids = usePart(({ form, value, editable }) => fileStrip(form.fields, value, editable).ids, sameList)
  const records = useReferences('attachment', ids)
  if (ids.length === 0) return null
  return (
    <section className="oa-phone-receipts" aria-label={t('allFiles')}>
      <SectionTitle>
        {t('files')} <span className="num">{ids.length}</span>
      </SectionTitle>
      <ul>
        {ids.map((id, index) => (
          <li key={id}>
            <FileTile id={id} record={records[index]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The document as the reader last saw it, once another person has decided on it. */
function useDecidedElsewhere(document: FiledDocument) {
  const me = useRead(reads.user)?.id
  const [seen, setSeen] = useState(document)
  const [before, setBefore] = useState<FiledDocument>()
  if (seen !== document) {
    setSeen(document)
    const actor = stepOf(seen) === stepOf(document) ? undefined : whoWasFaster(seen, document)
    if (actor !== undefined && actor.id !== me) setBefore(seen)
  }
  return { before, setBefore }
}

const stepOf = ({ state, taskId, currentTask }: FiledDocument) => JSON.stringify([state, taskId, currentTask?.id])

interface ChangedNoticeProps {
  readonly document: FiledDocument
  /** The document as the reader saw it before another person acted. */
  readonly before: FiledDocument | undefined
  readonly isStale: boolean
  onLoad(): void
}

/** A notice above the document: another person has acted, or it has changed while the reader was typing. */
function ChangedNotice({ document, before, isStale, onLoad }: ChangedNoticeProps) {
  const { t, name } = useDetailText()
  if (!before && !isStale) return null
  const actor = before && whoWasFaster(before, document)
  const faster = actor === undefined ? t('changedBySomeone') : t('changed', { name: name(actor.name) })
  return (
    <div className="oa-form-banner row on-accent round-6 wrap between pad-8-12" role="status">
      <span>{before ? faster : t('changedElsewhere')}</span>
      {isStale && (
        <span>
          <Button size="small" onClick={onLoad}>{t('load')}</Button>
        </span>
      )}
    </div>
  )
}

/** The person of the latest timeline entry that is new since `before`. */
function whoWasFaster(before: FiledDocument, { processRecord }: FiledDocument) {
  const news = processRecord.find(({ id, operateType }) =>
    operateType !== 'running' && !before.processRecord.some((known) => known.id === id)
  )
  return news?.operator ?? news?.userList[0]
}

interface PhoneBarProps {
  /** Absent while the document is loading. */
  readonly procInstId?: string
  onBack(): void
}

/** The top bar on a phone: back, position in the list, previous and next. */
export function PhoneBar({ procInstId, onBack }: PhoneBarProps) {
  const { t } = useText()
  return (
    <div className="oa-phone-bar row line-bottom surface">
      <button type="button" className="plain oa-top-back text-centre" aria-label={t('shell.back')} onClick={onBack}>
        <LeftOutlined />
      </button>
      {procInstId !== undefined && <SequenceButtons procInstId={procInstId} otherwise={<TypeName />} />}
    </div>
  )
}

/** The form's name, for a document that was not opened from a list. */
function TypeName() {
  const { label } = useText()
  const { form } = useStore()
  return <span className="oa-phone-type cut grow bold text-centre">{label(shortName(form))}</span>
}
