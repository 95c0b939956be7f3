import { BranchesOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { concealedPaths } from '#kernel/fields/confidential.ts'
import { formWithout } from '#kernel/evaluate/access/confidential-reads.ts'
import { type Form, shortName } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { reader } from '#providers/permissions.ts'
import { useBackend } from '../backend.ts'
import { Page } from '../parts/Page.tsx'
import { DocumentFigures } from '../parts/document/DocumentFigures.tsx'
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
import { lacksPeople, nodeListOf } from './preview/path.ts'
import { PathPreview } from './preview/PathPreview.tsx'
import { useCalculation } from './preview/use-calculation.ts'
import type { FiledAgain } from './copies/refiling.ts'
import { FiledValue } from './sections/Was.tsx'
import { SectionIndex } from './sections/SectionIndex.tsx'
import { Sections } from './sections/Sections.tsx'
import type { FormStore } from './store/form-store.ts'
import { StoreContext, usePart } from './store/use-store.ts'
import { FormContext } from './FormContext.tsx'
import { useFormText } from './text.ts'
import { useDraft, type DraftSave } from './drafts/use-draft.ts'
import { useFormKeys } from './entering/use-form-keys.ts'
import { useFormStore } from './use-form-store.ts'
import { StableForm } from './StableForm.tsx'
import { ReturnedPoints, useReturnedPoints } from './ReturnedPoints.tsx'
import { goToFirst, useSubmit, type SubmitAnswer } from './use-submit.tsx'
import './form.css'

interface EditorProps {
  readonly form: Form
  /** The values that the form starts with. */
  readonly entered: FormValue
  /** Its calculation, where it was asked for before the form was drawn. */
  readonly first?: FirstCalculation
  /** The document that is filed again. */
  readonly filed?: FiledAgain
  /** The document that the new one begins with. */
  readonly copied?: CopySummary
}

/** A form without what whoever files it is not shown. */
export const formForFiling = (declared: Form): Form =>
  formWithout(declared, concealedPaths(declared.fields, { roles: reader().roles, nodes: ['start'] }))

/** A form while somebody fills it in: sections, the path that it would take, and what can be done with it. */
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
    <div className="oa-editor" ref={root}>
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
          <Footer filed={filed} isSending={isSending} isUploading={isUploading} isCalculating={preview.isAsking} onFirst={() => {
            store.refuse([])
            showFirst()
          }} onCalculate={() => void preview.ask().then(() => !isWide && setIsPathOpen(true))} onSave={() => void leave.saved()}
            onSubmit={() => void submit()} />
        }
      >
        <div className="oa-form">
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

/** A document that is filed again has a draft of its own in each round. */
const draftNameOf = (filed: FiledAgain | undefined) => filed && `${filed.businessKey}-${filed.round}`

const PathDrawer = lazyPage(async () => (await import('./preview/PathDrawer.tsx')).PathDrawer)

/** The path behind a button; its drawer comes once the form is at rest. */
function NarrowPath(props: Parameters<typeof PathDrawer>[0]) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  usePrefetch(PathDrawer.load)
  return <Suspense>{wasOpen && <PathDrawer {...props} />}</Suspense>
}

interface ActionsProps {
  readonly form: Form
  readonly isNew: boolean
  /** Absent where the path stands beside the form. */
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
    <span className="oa-form-title">
      <span className="oa-form-name">{name}</span>
      <Pill tone="grey">{filed ? t('editing', { number: filed.number }) : t('draft')}</Pill>
      {filed && <StatePill state={filed.state} isReturned={filed.isReturned} />}
      {words && <span className="oa-form-saved num" role="status">{words}</span>}
    </span>
  )
}

/** The ways out of the form: submitted, saved, or closed with something unsaved. */
function useLeaving(store: FormStore, draft: ReturnType<typeof useDraft>) {
  const { replace } = useTab()
  const client = useQueryClient()
  const { reactions } = useBackend()
  const { t } = useFormText()
  const { form } = store
  const [kept, setKept] = useState(store.changes)
  // asked as yes or no: the page is not drawn again with every key
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
