import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import type { FormDesign, FormTrial, TrialStep } from '../wire.ts'
import { trialQuery } from './calls.ts'
import { useDesignerText } from './texts.ts'

/** Sample documents of the draft: whether they could be filed, what the checks say, and their way. Nothing is stored. */
export function Trials({ design }: { design: FormDesign }) {
  const { t } = useDesignerText()
  const { data: trials, error, refetch } = useQuery(trialQuery(useHttp(), design))
  return (
    <section className="oa-ff-against subtle round-8 scroll" aria-label={t('trials')}>
      <SectionTitle>{t('trials')}</SectionTitle>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!trials && !error && <RowsSkeleton rows={2} columns={['60%']} />}
      <ul className="unlisted stack gap-6">{trials?.map((trial) => <Trial key={trial.en} trial={trial} />)}</ul>
    </section>
  )
}

function Trial({ trial }: { trial: FormTrial }) {
  const { t, label } = useDesignerText()
  const { findings, open, steps } = trial
  const isFilable = !findings.some(({ level }) => level === 'block')
  return (
    <li>
      <p className="row gap-6 flat">
        {isFilable ? <CheckCircleOutlined className="teal" aria-hidden /> : <ExclamationCircleOutlined className="red" aria-hidden />}
        <strong>{label(trial)}</strong>
        <span className="oa-ff-quiet small">{t(isFilable ? 'trialFilable' : 'trialRefused')}</span>
      </p>
      <ul className="oa-ff-bullets">
        {findings.map((finding) => (
          <li key={finding.en} className={finding.level === 'block' ? 'oa-ff-wrong' : undefined}>{label(finding)}</li>
        ))}
        {open.length > 0 && <li>{t('trialOpen', { names: open.map((field) => label(field)).join(t('comma')) })}</li>}
        {steps.length > 0 && <Way steps={steps} />}
      </ul>
    </li>
  )
}

function Way({ steps }: { steps: readonly TrialStep[] }) {
  const { t, label, name } = useDesignerText()
  const asked = ({ people, isAutomatic }: TrialStep): string => {
    if (isAutomatic) return t('trialAutomatic')
    return people.length === 0 ? t('trialNobody') : people.map((person) => name(person)).join(t('comma'))
  }
  return <li>{t('trialWay', { steps: steps.map((step) => t('trialStep', { step: label(step), people: asked(step) })).join(' → ') })}</li>
}
