import { BranchesOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type MouseEvent, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { concealedPaths } from '#kernel/fields/confidential.ts'
import { formWithout } from '#kernel/evaluate/access/confidential-reads.ts'
import { type Form, shortName } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { reader } from '#providers/permissions.ts'
import { useBackend } from '../backend.ts'
import { Page } from '../parts/Page.tsx'
import { DocumentFigures, useBlocks } from '../parts/document/slots.tsx'
import { Pill, StatePill } from '../parts/StatePill.tsx'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { lazyPage } from '../routing/chunks.ts'
import { useGuidePath } from '../routing/routes-context.ts'
import { usePrefetch } from '../routing/use-prefetch.ts'
import { refreshDocuments } from '../detail/refresh.ts'
import { useTab, useTabDirty, useTabTitle } from '../tabs/tabs-context.ts'
import { Banners, type CopySummary } from './Banners.tsx'
import { CopyEarlier } from './copies/CopyEarlier.tsx'
import { Footer } from './Footer.tsx'
import type { FirstCalculation } from './preview/first-calculation.ts'
import { lacksPeople, nodeListOf } from './preview/NodeLine.tsx'
import { PathPreview } from './preview/PathPreview.tsx'
import { type Preview, useCalculation } from './preview/use-calculation.ts'
import type { FiledAgain } from './copies/copying.ts'
import { FiledValue } from './sections/Was.tsx'
import { Sections, visibleFields } from './sections/Sections.tsx'
import type { FormStore } from './store/form-store.ts'
import { sameList, StoreContext, usePart, useStore } from './store/use-store.ts'
import { FormContext } from './FormContext.tsx'
import { useFormText } from './texts.ts'
import { type DraftSave, useDraft } from './drafts/use-draft.ts'
import { useFormStore } from './use-form-store.ts'
import { ReturnedPoints, useReturnedPoints } from './ReturnedPoints.tsx'
import { goToFirst, type SubmitAnswer, useSubmit } from './use-submit.tsx'
import { useCurrency } from './sections/Field.tsx'
import { HeldLayout } from '../parts/LayoutHold.tsx'
import { Bar } from '../parts/Skeletons.tsx'
import './form.css'

interface EditorProps {
  readonly form: Form
  /** The initial value. */
  readonly entered: FormValue
  /** The first calculation, if it was requested before rendering. */
  readonly first?: FirstCalculation
  /** The document that is filed again. */
  readonly filed?: FiledAgain
  /** The document that was copied. */
  readonly copied?: CopySummary
}

/** A form without the fields that are hidden from its initiator. */
export const formForFiling = (declared: Form): Form =>
  formWithout(declared, concealedPaths(declared.fields, { roles: reader().roles, nodes: ['start'] }))

/** The form editor: sections, approver preview, actions. */
export function Editor({ form: declared, entered, first, filed, copied }: EditorProps) {
  const form = useMemo(() => formForFiling(declared), [declared])
  const store = useFormStore({ form, at: 'start', entered })
  return (
    <StoreContext value={store}>
      <FiledValue value={filed?.business}>
        <FormContext>
          <EditorPage store={store} first={first} filed={filed} copied={copied} />
        </FormContext>
      </FiledValue>
    </StoreContext>
  )
}

function EditorPage({ store, first, filed, copied }: { store: FormStore } & Pick<EditorProps, 'first' | 'filed' | 'copied'>) {
  const { t, label } = useFormText()
  const root = useRef<HTMLDivElement>(null)
  const isWide = useMedia('(min-width: 1280px)')
  const [isPathOpen, setIsPathOpen] = useState(false)
  const preview = useCalculation(store, { businessKey: filed?.businessKey, first })
  const { returned, points, mayFile } = useReturnedPoints(filed)
  const draft = useDraft(store, draftNameOf(filed), points)
  const { send, isSending, isUploading, failure } = useSubmit(store)
  const leave = useLeaving(store, draft)

  const showFirst = () => {
    const isOnlyPath = store.allProblems().every(({ name, level }) => name === '' || level !== 'block') && preview.nodes?.some(lacksPeople)
    if (isOnlyPath && !isWide) setIsPathOpen(true)
    else goToFirst(root.current)
  }
  const submit = async () => {
    if (!(await mayFile(isSending))) return
    send({ calculate: preview.ask, nodeList: nodeListOf(preview.choices), businessKey: filed?.businessKey, form: draft.form(),
      onDone: leave.submitted, onRefused: showFirst })
  }
  useFormKeys({ onSubmit: () => void submit(), onSave: () => void draft.save() })
  const path = <PathPreview preview={preview} />

  return (
    <div className="oa-editor fill flex low" ref={root}>
      <Page
        title={<FormTitle name={label(store.form)} saved={draft.saved} filed={filed} />}
        actions={<Actions form={store.form} isNew={filed === undefined} onPath={isWide ? undefined : () => setIsPathOpen(true)} />}
        rail={isWide
          ? { name: t('path'), content: (
            <>
              <SectionIndex />
              {path}
            </>
          ) }
          : undefined}
        footer={
          <Footer filed={filed} isSending={isSending} isUploading={isUploading} isCalculating={preview.isAsking} onClearDrafts={draft.clear}
            onFirst={() => {
              store.refuse([])
              showFirst()
            }} onCalculate={() => void preview.ask().then(() => !isWide && setIsPathOpen(true))} onSave={() => void leave.saved()}
            onSubmit={() => void submit()} />
        }
      >
        <div className="oa-form stack relative">
          <ReturnedPoints returned={returned} points={points} onTick={() => void draft.save()} />
          <Banners draft={draft} failure={failure} dropped={filed?.dropped} copied={copied} />
          <StableForm preview={preview}>
            <Sections />
            <DocumentFigures document={filed?.businessKey} />
          </StableForm>
        </div>
      </Page>
      {!isWide && <NarrowPath isOpen={isPathOpen} onClose={() => setIsPathOpen(false)}>{path}</NarrowPath>}
    </div>
  )
}

/** Name of the draft of a document that is filed again, one per round. */
const draftNameOf = (filed: FiledAgain | undefined) => filed && `${filed.businessKey}-${filed.round}`

const PathDrawer = lazyPage(async () => (await import('./preview/PathDrawer.tsx')).PathDrawer)

/** The approver preview in a drawer, for narrow windows; lazy chunk. */
function NarrowPath(props: Parameters<typeof PathDrawer>[0]) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  usePrefetch(PathDrawer.load)
  return <Suspense>{wasOpen && <PathDrawer {...props} />}</Suspense>
}

interface ActionsProps {
  readonly form: Form
  readonly isNew: boolean
  /** Absent where the preview is shown next to the form. */
  readonly onPath: (() => void) | undefined
}

function Actions({ form, isNew, onPath }: ActionsProps) {
  const { t } = useFormText()
  const isMobile = useIsMobile()
  const guide = useGuidePath()
  return (
    <>
      {guide && !isMobile && <Link to={guide}>{t('howToFill')}</Link>}
      {isNew && !isMobile && <CopyEarlier form={form} />}
      {onPath && <Button icon={<BranchesOutlined />} onClick={onPath}>{t('pathShort')}</Button>}
    </>
  )
}

function FormTitle({ name, saved, filed }: { name: string; saved: DraftSave; filed: EditorProps['filed'] }) {
  const { t } = useFormText()
  const words = saved && (saved.where === 'server' ? t('saved', { time: saved.at.slice(11, 16) }) : t('savedHere'))
  return (
    <span className="oa-form-title row gap-10">
      <span className="oa-form-name">{name}</span>
      <Pill tone="grey">{filed ? t('editing', { number: filed.number }) : t('draft')}</Pill>
      {filed && <StatePill state={filed.state} isReturned={filed.isReturned} />}
      {words && <span className="num muted regular" role="status">{words}</span>}
    </span>
  )
}

/** Leaving the form: after submitting or saving, or with a warning about unsaved input. */
function useLeaving(store: FormStore, draft: ReturnType<typeof useDraft>) {
  const { replace } = useTab()
  const client = useQueryClient()
  const { reactions } = useBackend()
  const { t } = useFormText()
  const { form } = store
  const [kept, setKept] = useState(store.changes)
  // a boolean selector avoids rendering on every key press
  const isUnsaved = usePart(({ changes }) => changes !== kept && (draft.saved === undefined || draft.savedChanges !== changes))
  useTabTitle(shortName(form))
  useTabDirty(isUnsaved, async () => void (await draft.save()))
  return {
    submitted(document: SubmitAnswer) {
      draft.end()
      setKept(store.changes)
      refreshDocuments(client)
      replace(`${form.detailPath}?${new URLSearchParams({ procInstId: document.procInstId })}`)
    },
    async saved() {
      if (!(await draft.save())) return
      reactions.notify({ kind: 'success', text: t('draftSaved') })
      replace('/')
    },
  }
}

/** Number of sections from which on the index is shown. */
const long = 6

/** An index of the sections of a long form. */
function SectionIndex() {
  const { form } = useStore()
  const { t, label } = useFormText()
  const own = useCurrency()
  const blocks = useBlocks()
  const ids = usePart((store) => form.sections.map(({ id }) => id).filter((id) => visibleFields(store, id, { own, blocks }).length > 0),
    sameList)
  if (ids.length < long) return null
  return (
    <nav className="oa-section-index" aria-label={t('sections')}>
      <ul className="line-bottom small unlisted">
        {form.sections.filter(({ id }) => ids.includes(id)).map((section) => (
          <li key={section.id}>
            <button type="button" className="plain second fit clip nowrap" onClick={(event) => goTo(section.id, event)}>
              {label(section)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls to a section and moves the focus into it. */
function goTo(id: string, { currentTarget }: MouseEvent): void {
  const section = currentTarget.closest('.oa-editor')?.querySelector(`[data-section="${id}"]`)
  section?.scrollIntoView()
  section?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus({ preventScroll: true })
}

/** The form counts as stable after this quiet period, or at the latest after `longest`; in ms. */
const quiet = 60

const longest = 1_500

/** Shows the form once its defaults and calculations have arrived, to avoid layout shifts; a skeleton before. */
function StableForm({ preview, children }: { readonly preview: Preview; readonly children: ReactNode }) {
  const isStable = useIsStable(preview)
  return (
    <>
      {!isStable && <Waiting />}
      <HeldLayout isStable={isStable}>{children}</HeldLayout>
    </>
  )
}

/** Widths in pixels of the skeleton's labels; the first field is the title. */
const labels = [32, 56, 56, 80, 56, 72, 32]

/** The skeleton: fields in columns, and a table. */
function Waiting() {
  return (
    <div className="oa-waiting oa-form-waiting" aria-hidden>
      <div className="oa-grid grid">
        {labels.map((width, index) => (
          <span key={index} className="oa-field column" data-span={index === 0 ? 2 : undefined}>
            <Bar width={width} />
            <Bar width="100%" height={32} />
          </span>
        ))}
      </div>
      <Bar width={88} height={14} />
      <Bar width="100%" height={74} />
    </div>
  )
}

/** Returns whether the form is stable; once true, it stays true. */
function useIsStable({ nodes, failure, isAsking }: Preview): boolean {
  const hasAnswer = (nodes !== undefined || failure !== undefined) && !isAsking
  // a form whose first calculation is already there is stable at once
  const [isStable, setIsSteady] = useState(hasAnswer)
  useEffect(() => {
    const timer = setTimeout(() => setIsSteady(true), longest)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!hasAnswer) return
    const timer = setTimeout(() => setIsSteady(true), quiet)
    return () => clearTimeout(timer)
  }, [hasAnswer])
  return isStable
}

interface FormKeys {
  onSubmit(): void
  /** Absent where drafts are not supported. */
  onSave: (() => void) | undefined
}

/**
 * Shortcuts, active while typing too: ⌘↵ submits, ⌘S saves, ⌥N adds a row to the first table. Disabled in hidden tabs and under dialogs.
 */
export function useFormKeys(keys: FormKeys): void {
  const { isActive } = useTab()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isActive) return
    // in the capture phase, before a focused select would open with the same key
    const submit = (event: KeyboardEvent) => {
      if (!isSubmit(event) || isTaken(event)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current.onSubmit()
    }
    const press = (event: KeyboardEvent) => {
      const act = event.defaultPrevented || isTaken(event) ? undefined : actOf(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', submit, true)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', submit, true)
      removeEventListener('keydown', press)
    }
  }, [isActive])
}

const isSubmit = ({ metaKey, ctrlKey, key }: KeyboardEvent): boolean => key === 'Enter' && (metaKey || ctrlKey)

/** Whether the key belongs to an input method or a dialog. */
function isTaken({ isComposing, target }: KeyboardEvent): boolean {
  if (isComposing || (target instanceof Element && target.closest('[role=dialog]') !== null)) return true
  return document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null
}

function actOf({ metaKey, ctrlKey, altKey, key, code }: KeyboardEvent, { onSave }: FormKeys): (() => void) | undefined {
  if (altKey && code === 'KeyN') return addRow
  return key === 's' && (metaKey || ctrlKey) ? onSave : undefined
}

/** Adds a row to the first table; inside of a table, its own shortcut takes precedence. */
function addRow() {
  document.querySelector<HTMLElement>('.oa-editor:not([inert] *) [data-adds]')?.click()
}
