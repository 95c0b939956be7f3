import { DesktopOutlined, EllipsisOutlined, HistoryOutlined, MobileOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented, Tabs } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { formPermissions, listPath } from '#kernel/form.ts'
import type { Http } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { MenuButton } from '#shell/floating/Floating.tsx'
import { commandKey } from '#shell/keys.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useDebounced } from '#shell/parts/use-delay.ts'
import { useTab } from '#shell/tabs/tabs-context.ts'
import { withForm } from '../model/content.ts'
import { can } from '../permissions.ts'
import { type DesignPart, findProblems, formFaults, mergedProblems, type PlacedProblem, placeProblem } from '../model/findings.ts'
import { designKey, type FormContent, type FormDesign, formDesignPath, type FormFile } from '../wire.ts'
import { checkQuery } from './calls.ts'
import { FieldsTab } from './canvas/FieldsTab.tsx'
import { ConflictDialog } from './Changes.tsx'
import { type Designing, DesigningContext, type Selection, useDesigning } from './designing.ts'
import { FlowTab } from './FlowTab.tsx'
import { ListTab } from './ListTab.tsx'
import { differences, type OverlayView, overlayView } from './overlay/marks.ts'
import { FailureNote } from './parts/FailureNote.tsx'
import { StatePill } from './parts/StatePill.tsx'
import { PrintTab } from './PrintTab.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { ReasonDialog, type ReasonedAct } from './ReasonDialog.tsx'
import { RightsTab } from './RightsTab.tsx'
import { RulesTab } from './RulesTab.tsx'
import { useDesignerText } from './texts.ts'
import { TryTab } from './TryTab.tsx'
import { type DesignEditing, savedTime, useDesign } from './use-design.ts'
import { VersionsDrawer } from './VersionsDrawer.tsx'
import './designer.css'

type Tab = DesignPart | 'try'
const tabs: readonly Tab[] = ['fields', 'rules', 'flow', 'list', 'print', 'rights', 'try']
/** Parts that a company may add to a form of the product; its flow is drawn under the approval flows. */
const overlayTabs: readonly Tab[] = ['fields', 'rules', 'try']

interface DesignerProps {
  readonly loaded: FormDesign
  readonly isReadOnly: boolean
  /** The screen is too small for editing. */
  readonly isSmall: boolean
}

/** A design of a form: fields, rules, flow, list, print and rights, each stored as it is changed, and the form to try. */
export function Designer({ loaded, isReadOnly, isSmall }: DesignerProps) {
  const editing = useDesign(loaded)
  const { content, design } = editing
  const { t } = useDesignerText()
  const overlay = useMemo(() => design.overlay && overlayView(design.overlay, content), [design.overlay, content])
  const [isOnlyDifferent, setIsOnlyDifferent] = useState(false)
  const [tab, setTab] = useState<Tab>('fields')
  const [selected, setSelected] = useState<Selection>()
  const [shown, setShown] = useState<string>()
  const [isPhone, setIsPhone] = useState(false)
  const problems = useProblems(content, overlay !== undefined)
  const isClosed = isReadOnly || design.state === 'stopped'
  const open = (part: DesignPart, id?: string) => {
    setTab(part)
    setShown(id)
    if (part === 'fields' && id !== undefined && id !== '') setSelected(id)
  }
  const designing: Designing = { content, isReadOnly: isClosed, problems, selected, overlay, isOnlyDifferent,
    showOnlyDifferent: setIsOnlyDifferent, apply: editing.apply, select: setSelected, open }
  useHistoryKeys(editing, isClosed)
  const views: Readonly<Record<Tab, () => React.ReactNode>> = {
    fields: () => <FieldsTab isPhone={isPhone} onAmend={editing.amend} design={design} onTake={editing.restart} />,
    rules: () => <RulesTab shown={shown} />,
    flow: () => <FlowTab design={design} shown={shown} />,
    list: () => <ListTab />,
    print: () => <PrintTab />,
    rights: () => <RightsTab />,
    try: () => <TryTab isPhone={isPhone} />,
  }
  const countOf = (part: Tab): number => problems.filter((each) => each.part === part).length
  return (
    <DesigningContext value={designing}>
      <div className="stack fill low">
        <Head editing={editing} problems={problems} isReadOnly={isClosed} isSmall={isSmall} isPhone={isPhone} onPhone={setIsPhone}
          onProblems={() => {
            const [first] = problems
            if (first) open(first.part, first.id)
          }} />
        {isSmall && <p className="oa-ff-note on-orange orange flat">{t('readOnlyNote')}</p>}
        <Tabs className="oa-ff-tabs rigid" activeKey={tab} onChange={(key) => setTab(key as Tab)}
          tabBarExtraContent={<SaveNote editing={editing} />} items={(overlay ? overlayTabs : tabs).map((key) => ({ key, label: (
            <>
              {t(`part.${key}`)}
              {countIn(key, content, overlay) > 0 && <span className="oa-ff-count num muted left-6">{countIn(key, content, overlay)}</span>}
              {countOf(key) > 0 && (
                <span className="oa-ff-count is-wrong num muted left-6" aria-label={t('problemCount', { count: countOf(key) })}>
                  {countOf(key)}
                </span>
              )}
            </>
          ) }))} />
        <div className="stack filled-column">{views[tab]()}</div>
        {editing.conflict && <ConflictDialog conflict={editing.conflict} content={content} onSettle={editing.settle} />}
      </div>
    </DesigningContext>
  )
}

/** Number of rules; of additions to a form of the product, of the company's fields and rules. */
function countIn(tab: Tab, { form: { rules } }: FormContent, overlay: OverlayView | undefined): number {
  if (tab === 'rules') return overlay ? overlay.parts.filter(({ of }) => of === 'rule').length : rules.length
  return tab === 'fields' && overlay ? overlay.marks.size : 0
}

/** Local checks at once, and the server's check shortly after the last change. */
function useProblems(content: FormContent, isOverlay: boolean): readonly PlacedProblem[] {
  const settled = useDebounced(content, 900)
  const { data: found } = useQuery({ ...checkQuery(useHttp(), settled), placeholderData: keepPreviousData })
  const own = useMemo(() => (isOverlay ? formFaults(content) : findProblems(content)), [content, isOverlay])
  const isCurrent = settled === content
  return useMemo(() => mergedProblems(own, isCurrent ? (found ?? []) : []).map((each) => placeProblem(content, each)), [own, found, content,
    isCurrent])
}

interface HeadProps {
  readonly editing: DesignEditing
  readonly problems: readonly PlacedProblem[]
  readonly isReadOnly: boolean
  readonly isSmall: boolean
  readonly isPhone: boolean
  onPhone(isPhone: boolean): void
  onProblems(): void
}

/** The head of a design: its version, what keeps it from being published, and what may be done with it. */
function Head(props: HeadProps) {
  const { editing } = props
  const { design, content } = editing
  const [dialog, setDialog] = useState<'publish' | 'versions'>()
  const [asked, setAsked] = useState<ReasonedAct>()
  const close = () => setDialog(undefined)
  return (
    <>
      <FailureNote failure={design.failure} version={design.version} onHistory={() => setDialog('versions')} />
      <header className="oa-ff-head row rigid wrap gap-8-16 between pad-12-24-4">
        <Title design={design} content={content} />
        <div className="row wrap gap-8">
          <EditingActions {...props} />
          <DesignActions {...props} onOpen={setDialog} onAsk={setAsked} />
        </div>
        {dialog === 'publish' && <PublishDialog design={design} content={content} onDone={editing.take} onClose={close} />}
        {dialog === 'versions' && (
          <VersionsDrawer design={design} content={content} onClose={close} onRollback={(version) =>
            setAsked({ kind: 'rollback', version })} />
        )}
        {asked && <ReasonDialog design={design} act={asked} onDone={editing.take} onClose={() => setAsked(undefined)} />}
      </header>
    </>
  )
}

const nextVersion = ({ last }: FormDesign): number => last + 1

function Title({ design, content }: { design: FormDesign; content: FormContent }) {
  const { t, label } = useDesignerText()
  const { overlay } = useDesigning()
  return (
    <div className="oa-ff-title row wrap narrow">
      <h1>{label(content.form)}</h1>
      {overlay && (
        <>
          <Pill tone="grey">{t('withProduct')}</Pill>
          <Pill tone="accent">{t('ownCount', { count: differences(overlay) })}</Pill>
        </>
      )}
      <StatePill design={design} />
      <span className="oa-ff-quiet small">
        {design.version === null ? t('neverPublished') : t('inForceNote', { version: design.version, count: design.documents })}
      </span>
      {!overlay && design.version !== null && may(formPermissions(designKey(content.urlPage)).view) && (
        <Link to={listPath({ path: `/dynamic-form-${content.urlPage}` })}>{t('openList')}</Link>
      )}
    </div>
  )
}

/** Buttons that lead to problems, go back and forth, and show the form as on a phone. */
function EditingActions({ editing, problems, isReadOnly, isSmall, isPhone, onPhone, onProblems }: HeadProps) {
  const { t } = useDesignerText()
  return (
    <>
      {problems.length > 0 && <Button type="text" danger onClick={onProblems}>{t('problemCount', { count: problems.length })}</Button>}
      {!isReadOnly && (
        <>
          <Button type="text" disabled={!editing.canUndo} aria-label={t('undo')} data-tip={`${t('undo')} ${commandKey} Z`}
            icon={<UndoOutlined />} onClick={editing.undo} />
          <Button type="text" disabled={!editing.canRedo} aria-label={t('redo')} data-tip={`${t('redo')} ${commandKey} Y`}
            icon={<RedoOutlined />} onClick={editing.redo} />
        </>
      )}
      {!isSmall && (
        <Segmented aria-label={t('screen')} value={isPhone ? 'phone' : 'desktop'} onChange={(value) => onPhone(value === 'phone')}
          options={[{ value: 'desktop', icon: <DesktopOutlined aria-label={t('desktop')} /> }, { value: 'phone',
            icon: <MobileOutlined aria-label={t('phone')} /> }]} />
      )}
    </>
  )
}

interface DesignActionsProps extends HeadProps {
  onOpen(dialog: 'publish' | 'versions'): void
  onAsk(act: ReasonedAct): void
}

function DesignActions({ editing: { design, state }, problems, isSmall, isReadOnly, onOpen, onAsk }: DesignActionsProps) {
  const { t } = useDesignerText()
  const { overlay } = useDesigning()
  const isSound = problems.length === 0 && (overlay === undefined || overlay.questions.length === 0)
  const isReady = isSound && state === 'saved' && isNew(design)
  return (
    <>
      {!isReadOnly && <AsShipped />}
      <Button icon={<HistoryOutlined aria-hidden />} onClick={() => onOpen('versions')}>{t('versions')}</Button>
      <MoreActions design={design} onAsk={onAsk} />
      {may(can.publish) && !isSmall && (
        <Button type="primary" disabled={!isReady} onClick={() => onOpen('publish')}>
          {t('publishNo', { version: nextVersion(design) })}
        </Button>
      )}
    </>
  )
}

/** Menu of further acts: export as a file, stop. */
function MoreActions({ design, onAsk }: { design: FormDesign } & Pick<DesignActionsProps, 'onAsk'>) {
  const { t } = useDesignerText()
  const http = useHttp()
  const items = [
    ...(design.over === null ? [{ key: 'export', label: t('exportForm'), choose: () => void exported(http, design) }] : []),
    ...(may(can.publish) && design.state === 'published'
      ? [{ key: 'stop', label: t('stop'), choose: () => onAsk({ kind: 'stop' }) }]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <MenuButton className="oa-ff-more high-32 round-6" name={t('more')} side="below-end" sections={[{ key: 'design', items }]}>
      <EllipsisOutlined aria-hidden />
    </MenuButton>
  )
}

/** Saves the draft as a signed file. */
async function exported(http: Http, { id, urlPage }: FormDesign): Promise<void> {
  const file = await http.get<FormFile>(`${formDesignPath}/${id}/file`)
  const address = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: `${urlPage}.form.json` }).click()
  URL.revokeObjectURL(address)
}

/** Resets the draft to the shipped form; can be undone. */
function AsShipped() {
  const { content, apply, overlay } = useDesigning()
  const { t } = useDesignerText()
  const { reactions } = useBackend()
  if (!overlay || overlay.parts.length === 0) return null
  return (
    <Button type="text" onClick={() => {
      apply(withForm(content, overlay.shipped))
      reactions.notify({ kind: 'success', text: t('asShippedDone') })
    }}>
      {t('asShipped')}
    </Button>
  )
}

function SaveNote({ editing: { design, state, problem, mergedWith, retry } }: { editing: DesignEditing }) {
  const { t, name } = useDesignerText()
  if (state === 'refused')
    return (
      <span className="oa-ff-wrong" role="alert">
        {problem} <Button type="link" size="small" onClick={retry}>{t('retry')}</Button>
      </span>
    )
  return (
    <span className="oa-ff-quiet small" role="status">
      {state === 'saving' ? t('saving') : t('savedAt', { time: savedTime(design.savedAt) })}
      {mergedWith && ` · ${t('mergedWith', { name: name(mergedWith) })}`}
    </span>
  )
}

/** Undo and redo with the keyboard, wherever the focus is on the page but in a text. */
function useHistoryKeys(history: Pick<DesignEditing, 'undo' | 'redo'>, isReadOnly: boolean) {
  const { isActive } = useTab()
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const step = isReadOnly || !isActive ? undefined : stepOf(event)
    if (!step) return
    event.preventDefault()
    history[step]()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function stepOf({ target, ctrlKey, metaKey, shiftKey, key }: globalThis.KeyboardEvent): 'undo' | 'redo' | undefined {
  const isTyping = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  if (!(ctrlKey || metaKey) || isTyping) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' ? 'redo' : undefined
}

/** Returns whether publishing a design changes anything. */
const isNew = ({ version, isChanged, state }: FormDesign): boolean => version === null || isChanged || state === 'stopped'
