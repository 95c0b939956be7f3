import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EllipsisOutlined, RedoOutlined, UndoOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { canDesign } from '#kernel/flow/design.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-delay.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { MenuButton } from '#shell/floating/Floating.tsx'
import { commandKey } from '#shell/keys.ts'
import { may } from '#providers/permissions.ts'
import { designPath, type DesignView, type DraftRow, type DraftView, type FlowFile } from '../../wire.ts'
import { commentsQuery, designsKey, findingsQuery, resultsQuery, useNaming } from './calls.ts'
import { Canvas, type DocumentPath, type Selection } from './drawing/Canvas.tsx'
import { Comments, Findings, Scenarios } from './trying/Checks.tsx'
import { CompareDrawer } from './CompareDrawer.tsx'
import { useDraftRemoval } from './HistoryDrawer.tsx'
import { ConditionEditor } from './panel/ConditionEditor.tsx'
import { DesignPanel } from './panel/DesignPanel.tsx'
import { DocumentSelect, SimulatePanel, useSample } from './trying/Simulate.tsx'
import { blockOf, type BlockPlace, isFork, move } from './drawing/tree.ts'
import { chosenOf, conditionOf, focusIn, insertsOf, useDesigning } from './use-designing.ts'
import { type DraftConflict, type DraftEditing, useDraft } from './use-draft.ts'
import { attributeName, attributeWords, type Naming, spokenSentence } from './wording/words.ts'
import { useDesignText } from './texts.ts'

interface DesignerProps {
  readonly design: DesignView
  readonly form: Form
  readonly loaded: DraftView
  readonly isReadOnly: boolean
  readonly selected: Selection | undefined
  onSelect(selected: Selection | undefined): void
}

/** A draft of a flow: the drawing, the condition with checks and scenarios, and the settings of what is selected. */
export function Designer({ design, form, loaded, isReadOnly, selected, onSelect: setSelected }: DesignerProps) {
  const editing = useDraft(form.key, loaded)
  const { flow, draft, apply } = editing
  const naming = useNaming(form.key, form, draft.names)
  const { t } = naming.text
  const [sampleOf, setSampleOf] = useState<string>()
  const [way, setWay] = useState<DocumentPath>()
  const [mode, setMode] = useState<'edit' | 'simulate'>('edit')
  const [isComparing, setIsComparing] = useState(false)
  const [zoom, setZoom] = useZoom()
  const page = useRef<HTMLDivElement>(null)
  const sample = useSample(form, sampleOf)
  const checks = useChecks(form, flow, naming)
  const remarks = useRemarks(form, draft)
  const shown = useDeferredValue(flow)
  const simulate = () => {
    setMode('simulate')
    requestAnimationFrame(() => focusIn(page.current, '.oa-fd-panel input'))
  }
  // the button that led here is gone, and the focus with it
  useEffect(() => {
    if (document.activeElement === document.body) focusIn(page.current, `[data-card="${CSS.escape(selected ?? 'start')}"]`)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  const edit = () => {
    setMode('edit')
    setWay(undefined)
  }
  const { when, goTo, put, drop, dropBranch, shiftBranch, act } = useDesigning({ editing, form, isReadOnly, page, onSelect: setSelected,
    onSimulate: simulate })
  const chosen = chosenOf(flow, selected)
  const condition = conditionOf(chosen, editing)
  const nameOf = (node: string) => nameOfBlock(flow, node, naming)
  /** Escape goes from the settings or the condition back to the drawing. */
  const leave = ({ key, target, nativeEvent }: KeyboardEvent) => {
    // while a text is composed, Escape cancels it
    if (key !== 'Escape' || nativeEvent.isComposing || !(target instanceof Element)) return
    if (target.closest('.oa-fd-panel') && mode === 'simulate') edit()
    if (target.closest('.oa-fd-panel, .oa-fd-middle')) focusIn(page.current, `[data-card="${CSS.escape(selected ?? 'start')}"]`)
  }
  return (
    <div className="oa-fd-page stack fill low" ref={page}>
      <DraftTitle design={design} editing={editing} naming={naming} checks={checks} isReadOnly={isReadOnly}
        onCompare={() => setIsComparing(true)} onSimulate={simulate} />
      <div className="oa-fd-columns filled-column grid" onKeyDown={leave}>
        <div className="oa-fd-tree flex relative">
          <ZoomBar zoom={zoom} onZoom={setZoom} {...(!isReadOnly && { history: editing })} />
          <Canvas flow={shown} naming={naming} selected={selected} found={draft.found} findings={checks.findings} comments={remarks}
            zoom={zoom} way={way} name={t('flowCanvas')} onSelect={setSelected} onOpen={() => focusIn(page.current, '[data-panel-first]')}
            onKey={act} {...(!isReadOnly && {
              inserts: insertsOf({ design, naming, when, put }),
              onMove: (id: string, place: BlockPlace) => apply(move(flow, id, place)),
              onMoveBranch: shiftBranch,
            })} />
        </div>
        <div className="oa-fd-middle">
          {condition && (
            <section aria-label={t('condition')}>
              <div className="row wrap gap-8 between below-12">
                <h2 className="oa-fd-heading">{t('condition')}</h2>
                <DocumentSelect form={form.key} value={sampleOf} label={t('tryWith')} placeholder={t('tryWith')} onChange={setSampleOf} />
              </div>
              <ConditionEditor key={selected} value={condition.value} form={form} naming={naming} sample={sample} isReadOnly={isReadOnly}
                isOptional={condition.isOptional} onChange={condition.put} />
            </section>
          )}
          <Findings findings={checks.findings} isChecking={checks.isChecking} nameOf={nameOf} onSelect={goTo} />
          <Scenarios form={form} flow={flow} of={{ flow }} naming={naming} results={checks.results.data} nameOf={nameOf}
            isReadOnly={isReadOnly} onAdd={simulate} />
          <Comments form={form.key} draft={draft.id} node={chosen.step?.id} isReadOnly={isReadOnly} nameOf={nameOf} />
        </div>
        <aside key={contentOf(mode, selected)} className="oa-fd-panel" aria-label={t('panel')}>
          {mode === 'simulate'
            ? (
              <SimulatePanel form={form} flow={flow} of={{ flow }} naming={naming} isSaving={!isReadOnly} begun={sampleOf} onWay={setWay}
                onClose={edit} />
            )
            : (
              <DesignPanel chosen={chosen} flow={flow} form={form} design={design} naming={naming} sample={sample} isReadOnly={isReadOnly}
                when={when} onChange={apply} onSelect={setSelected} onDrop={drop} onDropBranch={dropBranch} />
            )}
        </aside>
      </div>
      {isComparing && (
        <CompareDrawer design={design} flow={flow} mark={t('draftMark', { name: draft.name })} base={draft.base} naming={naming}
          onClose={() => setIsComparing(false)} />
      )}
      {editing.conflict && <ConflictDialog conflict={editing.conflict} flow={flow} naming={naming} onSettle={editing.settle} />}
    </div>
  )
}

/** The content of the settings: another one begins at its top. */
const contentOf = (mode: 'edit' | 'simulate', selected: string | undefined): string => mode === 'simulate' ? mode : `step ${selected}`

/** The findings and the scenarios of a flow, a second after its last change. */
function useChecks(form: Form, flow: Flow, naming: Naming) {
  const http = useHttp()
  const settled = useDebounced(flow, 1000)
  const findings = useQuery({ ...findingsQuery(http, form.key, settled), placeholderData: keepPreviousData })
  const results = useQuery({ ...resultsQuery(http, form.key, { flow: settled }), placeholderData: keepPreviousData })
  // while a change is being checked, the previous findings stay, except those of removed blocks
  const shown = findings.data?.filter(({ nodeId }) => nodeId === null || !findings.isPlaceholderData || blockOf(flow, nodeId))
    .map((found) => ({ ...found, message: spokenSentence(found.message, naming) }))
  return { findings: shown, results, isChecking: findings.isFetching || settled !== flow,
    errors: (shown ?? []).filter(({ level }) => level === 'error').length,
    failed: (results.data ?? []).filter(({ holds }) => !holds).length }
}

/** The number of comments by step. */
function useRemarks(form: Form, draft: DraftView): ReadonlyMap<string, number> {
  const { data: comments } = useQuery(commentsQuery(useHttp(), form.key, draft.id))
  return useMemo(() => countedBy((comments ?? []).flatMap(({ node }) => (node === null ? [] : [node]))), [comments])
}

/** The name of a step or of the kind of a block; undefined where the flow has none such. */
export function nameOfBlock(flow: Flow, node: string, { text: { t, label } }: Naming): string | undefined {
  const found = blockOf(flow, node)
  return found && (isFork(found) ? t(`block.${found.block}`) : label(found))
}

interface DraftTitleProps {
  readonly design: DesignView
  readonly editing: DraftEditing
  readonly naming: Naming
  readonly checks: ReturnType<typeof useChecks>
  readonly isReadOnly: boolean
  onCompare(): void
  onSimulate(): void
}

/** Head of a draft: save state, blockers of publishing, and actions. */
function DraftTitle({ design, editing, naming, checks: { errors, failed }, isReadOnly, onCompare, onSimulate }: DraftTitleProps) {
  const { draft, state } = editing
  const { t } = naming.text
  const navigate = useNavigate()
  const blocked = blockedBy(errors, failed, t)
  return (
    <>
      <DesignTitle design={design} isDraft mark={t('draftMark', { name: draft.name })} note={<SaveNote editing={editing} naming={naming} />}
        blocked={blocked} actions={
        <>
          <DraftMenu design={design} draft={draft} isReadOnly={isReadOnly} />
          <Button onClick={onCompare}>{t('compare')}</Button>
          <Button onClick={onSimulate}>{t('simulate')}</Button>
          {may(canDesign.publish) && (
            <Button type="primary" disabled={blocked !== undefined || state !== 'saved'} onClick={() =>
              navigate(`/approval-publish?id=${encodeURIComponent(design.key)}&draft=${encodeURIComponent(draft.id)}`)}
            >
              {t('toPublish')}
            </Button>
          )}
        </>
      } />
      {isReadOnly && <p className="oa-fd-note on-orange orange flat">{t('readOnlyNote')}</p>}
    </>
  )
}

/** The reason for which a draft can't be published; undefined where there is none. */
function blockedBy(errors: number, failed: number, t: Naming['text']['t']): string | undefined {
  if (errors > 0 && failed > 0) return t('blocked', { errors, failed })
  if (errors > 0) return t('blockedByErrors', { count: errors })
  return failed > 0 ? t('blockedByScenarios', { count: failed }) : undefined
}

function SaveNote(
  { editing, naming: { text: { t, name } } }: Pick<DraftTitleProps, 'editing' | 'naming'>,
) {
  const { draft, state, problem, mergedWith, retry } = editing
  if (state === 'refused')
    return (
      <span className="oa-fd-error" role="alert">
        {problem} <Button type="link" size="small" onClick={retry}>{t('retry')}</Button>
        <KeepAsDraft editing={editing} />
      </span>
    )
  return (
    <span role="status">
      {t(state === 'saving' ? 'saving' : 'savedAt', { time: draft.changedAt.slice(11, 16) })}
      {mergedWith && ` · ${t('mergedWith', { name: name(mergedWith.name) })}`}
    </span>
  )
}

/** Keeps a drawing that can't be saved, such as after a colleague deleted its draft, as a draft of its own. */
function KeepAsDraft({ editing: { draft, flow } }: Pick<DraftTitleProps, 'editing'>) {
  const { t } = useDesignText()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const key = parameters.get('id') ?? ''
  const { run, isPending } = useCommand({ touches: [[designsKey, key, 'design']] })
  const keep = () =>
    run((http) => http.post<DraftView>(`${designPath}/${key}/draft`, { name: draft.name, from: draft.base, flow }, { quiet: false }),
      ({ id }: DraftView) => navigate(`/approval-config?id=${encodeURIComponent(key)}&draft=${encodeURIComponent(id)}`))
  return <Button type="link" size="small" loading={isPending} onClick={() => void keep()}>{t('keepAsDraft')}</Button>
}

const countedBy = (keys: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

interface DesignTitleProps {
  readonly design: DesignView
  /** The draft or version that is shown. */
  readonly mark: string
  readonly isDraft?: boolean
  readonly note?: ReactNode
  /** The reason for which it can’t be published. */
  readonly blocked?: string | undefined
  readonly actions: ReactNode
}

/** The head of a page of the designer: form, version, and what may be done with it. */
export function DesignTitle({ design, mark, isDraft = false, note, blocked, actions }: DesignTitleProps) {
  const { t, label } = useDesignText()
  const running = design.versions.reduce((sum, version) => sum + version.running, 0)
  return (
    <header className="oa-fd-head-bar row line-bottom rigid wrap gap-8-16 between">
      <div className="oa-fd-name row wrap narrow">
        <h1>{label(design)}</h1>
        <Pill tone={isDraft ? 'accent' : 'grey'}>{mark}</Pill>
        {design.state === 'stopped' && <Pill tone="orange">{t('stopped')}</Pill>}
        <span className="oa-flow-quiet second">{note}</span>
        <span className="oa-flow-quiet num second">{t('liveNote', { version: design.version, count: running })}</span>
      </div>
      <div className="row wrap gap-8">
        {blocked !== undefined && <span className="oa-fd-warning">{blocked}</span>}
        {actions}
      </div>
    </header>
  )
}

interface ConflictDialogProps {
  readonly conflict: DraftConflict
  readonly flow: Flow
  readonly naming: Naming
  onSettle(choice: 'theirs' | 'mine'): void
}

/** Parts that two administrators changed differently; nothing is saved until one version is chosen. */
function ConflictDialog({ conflict: { other, parts, draft }, flow, naming, onSettle }: ConflictDialogProps) {
  const { t, name, label } = naming.text
  const who = name(other?.name ?? '')
  return (
    <Modal open title={t('conflictTitle', { name: who })} closable={false} maskClosable={false} keyboard={false} width={720} footer={
      <>
        <Button onClick={() => onSettle('theirs')}>{t('takeTheirs', { name: who })}</Button>
        <Button type="primary" onClick={() => onSettle('mine')}>{t('keepMine')}</Button>
      </>
    }>
      <p>{t('conflictText', { name: who })}</p>
      <div className="scroll-x">
        <table className="oa-flows ruled collapsed">
          <thead>
            <tr>
              <th scope="col">{t('part')}</th>
              <th scope="col">{t('theirs', { name: who })}</th>
              <th scope="col">{t('mine')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ node, attribute, theirs, mine }) => (
              <tr key={`${node?.id} ${attribute}`}>
                <th scope="row">
                  {node && <span className="second block small">{label(node)}</span>}
                  {attributeName(attribute, naming.text)}
                </th>
                <td>{attribute === 'structure' ? t('changedOrder') : attributeWords(attribute, theirs, naming, draft.flow)}</td>
                <td>{attribute === 'structure' ? t('changedOrder') : attributeWords(attribute, mine, naming, flow)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}

/** Menu of a draft: the version in force, the replay of past documents, export and deletion. */
function DraftMenu({ design, draft, isReadOnly }: { design: DesignView; draft: DraftRow; isReadOnly: boolean }) {
  const { t } = useDesignText()
  const navigate = useNavigate()
  const http = useHttp()
  const address = encodeURIComponent(design.key)
  const remove = useDraftRemoval(design, () => void navigate(`/approval-config?id=${address}`))
  const download = async () =>
    saveFile(await http.get<FlowFile>(`${designPath}/${design.key}/export`, { draft: draft.id }), `${design.key}.json`)
  return (
    <MenuButton className="oa-fd-more high-32 round-6" name={t('more')} side="below-end" sections={[{ key: 'draft', items: [
      { key: 'live', label: t('showLive'), choose: () => navigate(`/approval-config?id=${address}`) },
      { key: 'whatIf', label: t('whatIf'),
        choose: () => navigate(`/approval-what-if?id=${address}&draft=${encodeURIComponent(draft.id)}`) },
      { key: 'export', label: t('exportFlow'), choose: () => void download() },
      ...(isReadOnly || !may(canDesign.edit) ? [] : [{ key: 'remove', label: t('removeDraft'), choose: () => void remove(draft) }]),
    ] }]}>
      <EllipsisOutlined aria-hidden />
    </MenuButton>
  )
}

/** Hands a value to the person as a file. */
function saveFile(content: unknown, name: string): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const sizes = [0.5, 0.67, 0.8, 0.9, 1, 1.25, 1.5] as const

/** Zoom of a drawing; 1 is its natural size. */
export const useZoom = () => useState(1)

interface ZoomBarProps {
  readonly zoom: number
  onZoom(zoom: number): void
  /** Present where the drawing may be changed. */
  readonly history?: { readonly canUndo: boolean; readonly canRedo: boolean; undo(): void; redo(): void }
}

/** Undo, redo and zoom of a drawing. */
export function ZoomBar({ zoom, onZoom, history }: ZoomBarProps) {
  const { t } = useDesignText()
  const at = sizes.findIndex((size) => size === zoom)
  const step = (by: number) => onZoom(sizes[Math.min(Math.max(at + by, 0), sizes.length - 1)] ?? 1)
  return (
    <div className="oa-fd-zoom row elevated framed round-8 small absolute" role="toolbar" aria-label={t('drawing')}>
      {history && (
        <>
          <Button type="text" size="small" disabled={!history.canUndo} aria-label={t('undo')} data-tip={`${t('undo')} ${commandKey} Z`}
            icon={<UndoOutlined />} onClick={history.undo} />
          <Button type="text" size="small" disabled={!history.canRedo} aria-label={t('redo')} data-tip={`${t('redo')} ${commandKey} Y`}
            icon={<RedoOutlined />} onClick={history.redo} />
        </>
      )}
      <Button type="text" size="small" disabled={at <= 0} aria-label={t('zoomOut')} icon={<ZoomOutOutlined />} onClick={() => step(-1)} />
      <span className="num" aria-live="polite">{Math.round(zoom * 100)}%</span>
      <Button type="text" size="small" disabled={at >= sizes.length - 1} aria-label={t('zoomIn')} icon={<ZoomInOutlined />}
        onClick={() => step(1)} />
    </div>
  )
}
