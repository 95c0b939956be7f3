import { Alert, Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { planOf } from '#kernel/evaluate/plan/plan.ts'
import { FeelError } from '#kernel/feel/feel.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { Sections } from '#shell/form/sections/Sections.tsx'
import { FormContext } from '#shell/form/FormContext.tsx'
import { StoreContext, usePart } from '#shell/form/store/use-store.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useFormStore } from '#shell/form/use-form-store.ts'
import { goToFirst } from '#shell/form/use-submit.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { exampleOn } from '../library/examples.ts'
import { useDesigning } from './designing.ts'
import { KindControl } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'
import '#shell/form/form.css'

/** Preview: the draft in the real form with its rules; nothing is stored. */
export function TryTab({ isPhone }: { isPhone: boolean }) {
  const { content: { form, examples = [] } } = useDesigning()
  const { t, label } = useDesignerText()
  // entries are kept while the tab is open, and discarded when the draft changes
  const [begun, setBegun] = useState<Begun>({ form, times: 0, value: nothing })
  if (begun.form !== form) setBegun({ form, times: begun.times + 1, value: nothing, by: begun.by })
  const begin = (value: FormValue, by = begun.by) => setBegun({ form, times: begun.times + 1, value, by })
  return (
    <div className="oa-ff-try stack filled-column gap-12 scroll" data-phone={isPhone || undefined}>
      {isReadable(form)
        ? (
          <>
            <Alert type="info" showIcon message={t('tryNote')} />
            <div className="oa-ff-try-person">
              <KindControl field={person} label={t('tryAs')} value={begun.by}
                onChange={(by) => begin(nothing, typeof by === 'string' ? by : undefined)} />
            </div>
            {examples.length > 0 && (
              <div className="oa-ff-buttons row wrap gap-8">
                <span className="oa-ff-quiet small">{t('examples')}</span>
                {examples.map((example) => (
                  <Button key={example.en} size="small" onClick={() => begin(exampleOn(example.value, todayOf(new Date())))}>
                    {label(example)}
                  </Button>
                ))}
              </div>
            )}
            <TriedForm key={begun.times} form={form} value={begun.value} by={begun.by} onAgain={() => begin(nothing)} />
          </>
        )
        : <Alert type="warning" showIcon message={t('notTryable')} />}
    </div>
  )
}

/** Returns whether every expression of a form can be read. */
function isReadable(form: Form): boolean {
  try {
    planOf(form)
    return true
  } catch (error) {
    if (error instanceof FeelError) return false
    throw error
  }
}

const nothing: FormValue = {}

const person: FieldDefinition = { kind: 'person', cn: '', en: '' }

/** A preview that starts with a value. */
interface Begun {
  readonly form: Form
  readonly times: number
  readonly value: FormValue
  /** The person who fills in; undefined: the one who is signed in. */
  readonly by?: string | undefined
}

function TriedForm({ form, value, by, onAgain }: Pick<Begun, 'form' | 'value' | 'by'> & { onAgain(): void }) {
  const store = useFormStore({ form, at: 'start', entered: value, filledInBy: by })
  return (
    <StoreContext value={store}>
      <FormContext>
        <TriedSections store={store} onAgain={onAgain} />
      </FormContext>
    </StoreContext>
  )
}

function TriedSections({ store, onAgain }: { store: FormStore; onAgain(): void }) {
  const { t } = useDesignerText()
  const root = useRef<HTMLDivElement>(null)
  const [judged, setJudged] = useState(false)
  const value = usePart((each) => each.value)
  const problems = usePart((each) => each.allProblems().filter(({ level }) => level === 'block').length)
  const text = useMemo(() => JSON.stringify(value, (_, held: unknown) => (held === null ? undefined : held), 2), [value])
  const judge = () => {
    store.flush()
    store.refuse([])
    setJudged(true)
    if (store.allProblems().some(({ level }) => level === 'block')) goToFirst(root.current)
  }
  return (
    <div className="oa-ff-tried grid">
      <div className="oa-form stack relative" ref={root}>
        <Sections />
        <div className="oa-ff-buttons row wrap gap-8">
          <Button type="primary" onClick={judge}>{t('validate')}</Button>
          <Button onClick={onAgain}>{t('again')}</Button>
          <span role="status" className={problems > 0 ? 'oa-ff-wrong' : 'oa-ff-quiet small'}>
            {judged && (problems > 0 ? t('tryProblems', { count: problems }) : t('tryFine'))}
          </span>
        </div>
      </div>
      <aside aria-label={t('produced')}>
        <SectionTitle>{t('produced')}</SectionTitle>
        <pre className="oa-ff-json subtle round-8 flat scroll" tabIndex={0}>{text}</pre>
      </aside>
    </div>
  )
}
