import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { canDesign } from '#kernel/flow/design.ts'
import type { FlowView } from '#kernel/flow/flow-version.ts'
import type { Form } from '#kernel/form.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile, useMedia } from '#shell/parts/use-media.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useTabTitle } from '#shell/tabs/tabs-context.ts'
import { may } from '#providers/permissions.ts'
import { designPath, type DesignView, type DraftView, type FlowBody } from '../../wire.ts'
import { designQuery, designsKey, draftQuery, nextVersion, resultsQuery, useDesignedForm, useNaming, versionQuery } from './calls.ts'
import { flowQuery, useFlowText } from '../flows.ts'
import { Designer, DesignTitle, nameOfBlock, useZoom, ZoomBar } from './Designer.tsx'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { focusIn } from './use-designing.ts'
import { useDesignText } from './texts.ts'
import { OfferSection, RestoreButton } from '../OfferSection.tsx'
import { Canvas, type DocumentPath, type Selection } from './drawing/Canvas.tsx'
import { Findings, Scenarios } from './trying/Checks.tsx'
import { SimulatePanel } from './trying/Simulate.tsx'
import { blockOf, isFork } from './drawing/tree.ts'
import { attributeName, attributeWords, type Naming, spokenSentence } from './wording/words.ts'
import './designer.css'
import '../flows.css'

/** The flow of a form: the version in force to read, or a draft to change; the address names the form and the draft. */
export function DesignerPage() {
  const [parameters] = useSearchParams()
  const key = parameters.get('id') ?? ''
  return key === '' ? <Navigate to="/approval-process" replace /> : <DesignOf form={key} draft={parameters.get('draft') ?? undefined} />
}

function DesignOf({ form: key, draft }: { form: string; draft: string | undefined }) {
  const { t } = useDesignText()
  const answer = useQuery(designQuery(useHttp(), key))
  useTabTitle(answer.data && { cn: `流程：${answer.data.cn}`, en: `Flow: ${answer.data.en}` })
  if (answer.isError && !answer.data)
    return (
      <Page title={t('pageTitle')}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Page>
    )
  if (!answer.data)
    return (
      <Page title={t('pageTitle')}>
        <RowsSkeleton rows={6} columns={['30%', '40%']} />
      </Page>
    )
  return (
    <Suspense fallback={
      <Page title={t('pageTitle')}>
        <RowsSkeleton rows={6} columns={['30%', '40%']} />
      </Page>
    }>
      <OfForm key={key} design={answer.data} draft={draft} />
    </Suspense>
  )
}

/** The version or the draft. The selection is kept when switching between them. */
function OfForm({ design, draft }: { design: DesignView; draft: string | undefined }) {
  const [selected, setSelected] = useState<Selection>()
  const { t } = useDesignText()
  const form = useDesignedForm(design.key)
  const isMobile = useIsMobile()
  if (!form)
    return (
      <Page title={t('pageTitle')}>
        <StateView illustration="empty" title={t('unknownForm')} />
      </Page>
    )
  return draft === undefined ?
    <Shown design={design} form={form} selected={selected} onSelect={setSelected} /> :
    (
      <Drafted key={draft} design={design} form={form} draft={draft} isReadOnly={isMobile || !may(canDesign.edit)} selected={selected}
        onSelect={setSelected} />
    )
}

interface DesignedFormProps {
  readonly design: DesignView
  readonly form: Form
  readonly selected: Selection | undefined
  onSelect(selected: Selection | undefined): void
}

function Drafted({ draft, ...rest }: DesignedFormProps & { readonly draft: string; readonly isReadOnly: boolean }) {
  const { design } = rest
  const { t } = useDesignText()
  const answer = useQuery(draftQuery(useHttp(), design.key, draft))
  if (answer.isError && !answer.data)
    return (
      <Page title={t('pageTitle')}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Page>
    )
  if (!answer.data)
    return (
      <Page title={t('pageTitle')}>
        <RowsSkeleton rows={6} columns={['30%', '40%']} />
      </Page>
    )
  return <Designer loaded={answer.data} {...rest} />
}

/** The version in force, or an earlier one, to read and to simulate; the address may name a document (`simulate`). */
function Shown({ design, form, selected, onSelect }: DesignedFormProps) {
  const [begun, setBegun] = useBegun()
  const page = useRef<HTMLDivElement>(null)
  const [hash, setHash] = useState(design.current)
  const [isHistory, setIsHistory] = useState(false)
  const [isStandard, setIsStandard] = useState(false)
  const http = useHttp()
  const answer = useQuery({ ...versionQuery(http, design.key, hash), placeholderData: keepPreviousData })
  const { data: flow } = useQuery(flowQuery(http, design.key))
  const naming = useNaming(design.key, form, answer.data?.names)
  return (
    <div className="oa-fd-page stack fill low" ref={page}>
      <ShownTitle design={design} hash={hash} flow={flow} onStandard={() => setIsStandard(true)} onHistory={() => setIsHistory(true)}
        onSimulate={() => {
          setBegun('')
          requestAnimationFrame(() => focusIn(page.current, '.oa-fd-panel input'))
        }} />
      {answer.data
        ? (
          <Reading body={answer.data} hash={hash} form={form} naming={naming} selected={selected} onSelect={onSelect} begun={begun}
            onClose={() => setBegun(undefined)} />
        )
        : answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <RowsSkeleton rows={6} columns={['30%', '40%']} />}
      {isStandard && flow && <OfferDrawer flow={flow} onClose={() => setIsStandard(false)} />}
      {isHistory && <HistoryDrawer design={design} shown={hash} onShow={setHash} onClose={() => setIsHistory(false)} />}
    </div>
  )
}

/**
 * The filed document with which a simulation begins, from the address; empty: none, undefined: nothing is simulated. A link to another
 * document finds the page open.
 */
function useBegun(): readonly [string | undefined, (begun: string | undefined) => void] {
  const [parameters, setParameters] = useSearchParams()
  const setBegun = (begun: string | undefined) =>
    setParameters((before) => {
      const after = new URLSearchParams(before)
      if (begun === undefined) after.delete('simulate')
      else after.set('simulate', begun)
      return after
    }, { replace: true })
  return [parameters.get('simulate') ?? undefined, setBegun]
}

interface ShownTitleProps {
  readonly design: DesignView
  readonly hash: string
  readonly flow: FlowView | undefined
  onStandard(): void
  onHistory(): void
  onSimulate(): void
}

/** The head of a version with what may be done with it. */
function ShownTitle({ design, hash, flow, onStandard, onHistory, onSimulate }: ShownTitleProps) {
  const { t } = useDesignText()
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  const version = design.versions.find((each) => each.hash === hash) ?? { version: design.version, isCurrent: true }
  return (
    <DesignTitle design={design} mark={t('versionNo', { version: version.version })} note={version.isCurrent ? undefined : t('notCurrent')}
      actions={
        <>
          {flow && may(canDesign.publish) && <StandardButton flow={flow} onOpen={onStandard} />}
          <Button onClick={() => navigate(`/approval-what-if?id=${encodeURIComponent(design.key)}`)}>{t('whatIf')}</Button>
          <Button onClick={onHistory}>{t('history')}</Button>
          <Button onClick={onSimulate}>{t('simulate')}</Button>
          {may(canDesign.edit) && !isMobile && <EditButton design={design} from={hash} />}
        </>
      } />
  )
}

/** Opens the shipped version of a flow that was changed here, or that has an offer. */
function StandardButton({ flow: { offer, by }, onOpen }: { flow: FlowView; onOpen(): void }) {
  const { t } = useDesignText()
  return offer === null && by === null ? null : <Button onClick={onOpen}>{t(offer ? 'newStandard' : 'standard')}</Button>
}

/** Opens the draft that was begun from this version, or begins one. */
function EditButton({ design, from }: { design: DesignView; from: string }) {
  const { t } = useDesignText()
  const navigate = useNavigate()
  const { run, isPending } = useCommand({ touches: [[designsKey, design.key]] })
  const open = (draft: string) => navigate(`/approval-config?id=${encodeURIComponent(design.key)}&draft=${encodeURIComponent(draft)}`)
  const own = design.drafts.find((draft) => draft.base === from)
  const begin = () =>
    run(
      (http) =>
        http.post<DraftView>(`${designPath}/${design.key}/draft`, { name: t('draftName', { version: nextVersion(design) }), from }, {
          quiet: false,
        }),
      (created: DraftView) => open(created.id),
    )
  return (
    <Button type="primary" loading={isPending} onClick={() => (own ? open(own.id) : void begin())}>
      {own ? t('openDraft', { name: own.name }) : t('startDraft')}
    </Button>
  )
}

/** The shipped version beside the company's own: the decision about an offer, or the return to it. */
function OfferDrawer({ flow, onClose }: { flow: FlowView; onClose(): void }) {
  const { t, label } = useFlowText()
  const isMobile = useIsMobile()
  return (
    <Drawer open title={label(flow)} placement={isMobile ? 'bottom' : 'right'} width={820} height="88%" onClose={onClose}>
      <div className="oa-flow column flex">
        {flow.offer
          ? <OfferSection flow={flow} offer={flow.offer} />
          : (
            <section>
              <p>{t('adoptText')}</p>
              <RestoreButton flow={flow} />
            </section>
          )}
      </div>
    </Drawer>
  )
}

interface ReadingProps extends Pick<DesignedFormProps, 'selected' | 'onSelect'> {
  readonly body: FlowBody
  /** Of the version. */
  readonly hash: string
  readonly form: Form
  readonly naming: Naming
  /** Id of a filed document that is simulated, or empty; absent: nothing is. */
  readonly begun: string | undefined
  onClose(): void
}

/** A flow that is only read: drawn, with the settings of the selected step, or a simulation, beside it. */
function Reading({ body, hash, form, naming, selected, begun, onSelect, onClose }: ReadingProps) {
  const { t } = naming.text
  const [zoom, setZoom] = useZoom()
  const isWide = useMedia('(min-width: 1024px)')
  const { flow, found } = body
  const { data: results } = useQuery(resultsQuery(useHttp(), form.key, { version: hash }))
  const findings = body.findings?.map((each) => ({ ...each, message: spokenSentence(each.message, naming) }))
  const nameOf = (node: string) => nameOfBlock(flow, node, naming)
  const [way, setWay] = useState<DocumentPath>()
  const words = <Words body={body} naming={naming} selected={selected} />
  return (
    <div className="oa-fd-columns is-reading filled-column grid">
      <div className="oa-fd-tree flex relative">
        <ZoomBar zoom={zoom} onZoom={setZoom} />
        <Canvas flow={flow} naming={naming} selected={selected} found={found} findings={findings} zoom={zoom} way={way}
          name={t('flowCanvas')} onSelect={onSelect} onOpen={onSelect} />
      </div>
      <aside className="oa-fd-panel" aria-label={t('panel')}>
        {begun === undefined ?
          isWide && words :
          (
            <SimulatePanel key={`${hash} ${begun}`} form={form} flow={flow} of={{ version: hash }} naming={naming}
              isSaving={may(canDesign.edit)} begun={begun || undefined} onWay={setWay} onClose={() => {
              setWay(undefined)
              onClose()
            }} />
          )}
        <Findings findings={findings} isChecking={findings === undefined} nameOf={nameOf} onSelect={onSelect} />
        <Scenarios form={form} flow={flow} of={{ version: hash }} naming={naming} results={results} nameOf={nameOf} />
      </aside>
      {!isWide && (
        <Drawer open={selected !== undefined && begun === undefined} placement="bottom" height="70%" title={selected && nameOf(selected)}
          onClose={() => onSelect(undefined)}
        >
          {words}
        </Drawer>
      )}
    </div>
  )
}

const unsaid: ReadonlySet<string> = new Set(['block', 'id', 'cn', 'en', 'branches', 'otherwise'])

/** The attributes of a step, or the settings of the flow, in words. */
function Words({ body: { flow }, naming, selected }: { body: FlowBody; naming: Naming; selected: string | undefined }) {
  const { t, label } = naming.text
  const block = selected === undefined ? undefined : blockOf(flow, selected.split('#')[0]!)
  const held: object = block && !isFork(block) ? block : flow.settings
  return (
    <section>
      <h2 className="oa-fd-heading">{block && !isFork(block) ? label(block) : t('settings')}</h2>
      <dl className="oa-fd-words grid gap-10">
        {Object.entries(held).filter(([attribute]) => !unsaid.has(attribute) && !(attribute === 'resumeMode' && 'again' in held)).map((
          [attribute, value],
        ) => (
          <div key={attribute}>
            <dt className="second small">{attributeName(attribute, naming.text)}</dt>
            <dd className="flat anywhere">{attributeWords(attribute, value, naming, flow)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
