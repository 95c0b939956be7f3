import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Select } from 'antd'
import { type ComponentType, useState } from 'react'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useStatisticsText } from '../text.ts'
import { Anomalies } from './Anomalies.tsx'
import type { QuestionProps } from './question-props.ts'
import { Explanation } from './Explanation.tsx'
import { Forecast } from './Forecast.tsx'

const questions = ['why', 'forecast', 'anomalies'] as const
type QuestionKind = (typeof questions)[number]

const answers: Readonly<Record<QuestionKind, ComponentType<QuestionProps>>> = { why: Explanation, forecast: Forecast, anomalies: Anomalies }

interface AskPanelProps extends Omit<QuestionProps, 'measure'> {
  onClose(): void
}

/** Questions about the page as it stands: why a figure changed, what the year comes to, what is out of the ordinary. */
export function AskPanel({ page, query, unit, onOpen, onClose }: AskPanelProps) {
  const { t, label } = useStatisticsText()
  const isMobile = useIsMobile()
  const measures = askedMeasures(page)
  const [question, setQuestion] = useState<QuestionKind>('why')
  const [chosen, setMeasure] = useState(measures[0] ?? '')
  const offered = question === 'anomalies' ? anomalyMeasures(page) : measures
  const measure = offered.includes(chosen) ? chosen : (offered[0] ?? '')
  const Answer = answers[question]
  const parts = { page, query, unit, onOpen, measure }
  return (
    <Drawer open placement={isMobile ? 'bottom' : 'right'} width={760} height="88%" closable={false} onClose={onClose}
      rootClassName="oa-stat-panel" title={t('ask')}
      extra={<Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} onClick={onClose} />}
    >
      <div className="oa-stat-ask-head">
        <Segmented<QuestionKind> aria-label={t('ask')} value={question} onChange={setQuestion}
          options={questions.map((value) => ({ value, label: t(`ask.${value}`) }))} />
        <Select aria-label={t('figure')} value={measure} onChange={setMeasure} popupMatchSelectWidth={false}
          options={offered.map((key) => ({ value: key, label: page.measures[key] ? label(page.measures[key]) : key }))} />
      </div>
      <Answer key={question} {...parts} />
    </Drawer>
  )
}

/** Measures that add up over departments and months, the headline's first. */
function askedMeasures({ measures, headline }: StatisticsPage): readonly string[] {
  const adds = (key: string) =>
    measures[key] !== undefined && measures[key].of === undefined && measures[key].unit !== 'documents' &&
    measures[key].medianOf === undefined && !measures[key].over
  return [...new Set([...headline, ...Object.keys(measures)])].filter(adds)
}

const anomalyMeasures = ({ measures, headline }: StatisticsPage): readonly string[] =>
  [...new Set([...headline, ...Object.keys(measures)])].filter((key) =>
    measures[key] !== undefined && measures[key].medianOf === undefined && !measures[key].isShare && !measures[key].over
  )
