import { Tabs } from 'antd'
import type { MentionsRef } from 'antd/es/mentions'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ExceptionOnPage, FiledDocument } from '#approval/wire/filed-document.ts'
import { formWithout } from '#kernel/evaluate/access/confidential-reads.ts'
import type { Form } from '#kernel/form.ts'
import { FormContext } from '../form/FormContext.tsx'
import type { FormStore } from '../form/store/form-store.ts'
import { StoreContext, usePart } from '../form/store/use-store.ts'
import { useFormStore } from '../form/use-form-store.ts'
import { useKeyHold } from '../key-hold.ts'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { lastReturn, ReturnedNotice } from '../parts/document/ReturnedNotice.tsx'
import { ExceptionsContext } from '../parts/document/exceptions/exceptions.ts'
import { useTabDirty } from '../tabs/tabs-context.ts'
import { AccountsContext, accountsOf } from './accounts/accounts.ts'
import { ActionBar } from './actions/ActionBar.tsx'
import { ChecksPanel, goToUnanswered } from './checks/ChecksPanel.tsx'
import { CommentBox } from './comment/CommentBox.tsx'
import { ChangedNotice, useDecidedElsewhere } from './notices/ChangedNotice.tsx'
import { ExceptionsLine, goToException } from './exceptions/ExceptionsLine.tsx'
import { PostingNotice } from './notices/PostingNotice.tsx'
import { ServiceTaskNotice } from './notices/ServiceTaskNotice.tsx'
import { useActionContext, type ActionContext } from './actions/action-context.ts'
import { editableIn } from './document.ts'
import { Header } from './Header.tsx'
import { PhoneBar } from './phone/PhoneBar.tsx'
import { PhoneHeader } from './phone/PhoneHeader.tsx'
import { PhoneHistory } from './phone/PhoneHistory.tsx'
import { Receipts } from './phone/Receipts.tsx'
import { ProgressLink, Rail, useRailTabs } from './rail/Rail.tsx'
import { ReadSections } from './content/ReadSections.tsx'
import { Differences } from './rounds/Differences.tsx'
import { RoundsProvider } from './rounds/RoundsProvider.tsx'
import { TaskDraftProvider } from './task-draft.tsx'
import { useDetailText } from './text.ts'
import { UnsentContext, useUnsentParts } from './unsent.ts'
import '../form/form.css'

interface ViewProps {
  readonly form: Form
  readonly document: FiledDocument
}

/**
 * Shows a document. Its history is always the latest; new content replaces what is shown, unless the reader has
 * typed something here or a dialog is open: then it waits. Whoever else decided meanwhile is named.
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

/** The document with what the reader chose to write into it; without a choice, with the first that is offered. */
function followedUp(document: FiledDocument, wanted: string | undefined): FiledDocument {
  const followUp = document.followUps?.find(({ id }) => id === wanted)
  return followUp ? { ...document, followUp, editable: followUp.editable } : document
}

interface OpenProps extends ViewProps {
  /** The answer that the content is shown from. */
  readonly opened: FiledDocument
  /** The document that the reader saw when someone else was faster. */
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
    <div className="oa-form oa-detail-body">
      <Differences />
      <ReadSections hasStrip={isMobile} />
      <ChecksPanel lists={document.checkList} />
    </div>
  )

  return (
    <RoundsProvider document={document} onOpen={showDifferences}>
      <div className="oa-page" ref={page}>
        <div className="oa-page-main">
          {isMobile && <PhoneBar procInstId={document.procInstId} onBack={goBack} />}
          <div className="oa-page-scroll oa-detail-scroll">
            <ChangedNotice document={document} before={before} isStale={isStale} onLoad={onLoad} />
            <ReturnedNotice returned={lastReturn(document)} />
            <ServiceTaskNotice document={document} />
            <PostingNotice document={document} />
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
  )
}

const nothing = () => undefined

/** The bar of actions; on a phone, where paper has its place above, only while there is something to do. */
function Foot({ context, onBack }: { context: ActionContext; onBack(): void }) {
  const isMobile = useIsMobile()
  const { actions, onward } = context.document
  if (isMobile && actions.length === 0 && !onward) return null
  return (
    <div className="oa-page-footer">
      <ActionBar context={context} onBack={onBack} />
    </div>
  )
}

/** Tells that something was typed, until it has been sent; answers what ends it. */
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

/** Without room for a rail its tabs stand beside the content; on a phone they fold into a line below it. */
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
    <div className="oa-tabs-frame">
      <Tabs className="oa-detail-tabs" activeKey={tab} onChange={onTab} destroyOnHidden
        items={[{ key: 'content', label: t('content'), children: content }, ...rail]} />
      <ProgressLink document={document} context={context} />
    </div>
  )
}
