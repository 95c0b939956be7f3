import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import type { FormDesign, SampleFiling, SampleStep } from '../wire.ts'
import { sampleFilingsQuery } from './calls.ts'
import { useDesignerText } from './texts.ts'

/** Sample documents of the draft: whether they could be filed, what the checks say, and their way. Nothing is stored. */
export function SampleFilings({ design }: { design: FormDesign }) {
  const { t } = useDesignerText()
  const { data: samples, error, refetch } = useQuery(sampleFilingsQuery(useHttp(), design))
  return (
    <section className="oa-ff-against subtle round-8 scroll" aria-label={t('sampleFilings')}>
      <SectionTitle>{t('sampleFilings')}</SectionTitle>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!samples && !error && <RowsSkeleton rows={2} columns={['60%']} />}
      <ul className="unlisted stack gap-6">{samples?.map((sample) => <Sample key={sample.en} sample={sample} />)}</ul>
    </section>
  )
}

function Sample({ sample }: { sample: SampleFiling }) {
  const { t, label } = useDesignerText()
  const { findings, open, steps } = sample
  const isFilable = !findings.some(({ level }) => level === 'block')
  return (
    <li>
      <p className="row gap-6 flat">
        {isFilable ? <CheckCircleOutlined className="teal" aria-hidden /> : <ExclamationCircleOutlined className="red" aria-hidden />}
        <strong>{label(sample)}</strong>
        <span className="oa-ff-quiet small">{t(isFilable ? 'sampleFilable' : 'sampleRefused')}</span>
      </p>
      <ul className="oa-ff-bullets">
        {findings.map((finding) => (
          <li key={finding.en} className={finding.level === 'block' ? 'oa-ff-wrong' : undefined}>{label(finding)}</li>
        ))}
        {open.length > 0 && <li>{t('sampleOpen', { names: open.map((field) => label(field)).join(t('comma')) })}</li>}
        {steps.length > 0 && <Way steps={steps} />}
      </ul>
    </li>
  )
}

function Way({ steps }: { steps: readonly SampleStep[] }) {
  const { t, label, name } = useDesignerText()
  const asked = ({ people, isAutomatic }: SampleStep): string => {
    if (isAutomatic) return t('sampleAutomatic')
    return people.length === 0 ? t('sampleNobody') : people.map((person) => name(person)).join(t('comma'))
  }
  return <li>{t('sampleWay', { steps: steps.map((step) => t('sampleStep', { step: label(step), people: asked(step) })).join(' → ') })}</li>
}
