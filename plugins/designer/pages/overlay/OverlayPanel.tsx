import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { Label } from '#kernel/wording/label.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { OverlayQuestion } from '../../overlay/difference.ts'
import { contentOfForm } from '../../model/content.ts'
import { changesBetween } from '../../model/parts.ts'
import { canKeep } from '../../overlay/merge.ts'
import { type FormDesign, formDesignPath, type SettleQuestion } from '../../wire.ts'
import { Changes, valueWords } from '../Changes.tsx'
import { useDesigning } from '../designing.ts'
import { type DesignerText, useDesignerText } from '../texts.ts'
import type { OverlayView } from './marks.ts'

interface OverlayPanelProps {
  readonly design: FormDesign
  /** Replaces the edited design with the answer of a call. */
  onSettled(design: FormDesign): void
}

/** Conflicts left by an upgrade of the product, and changes that were merged. */
export function OverlayPanel({ design, onSettled }: OverlayPanelProps) {
  const { overlay, isReadOnly } = useDesigning()
  const { t } = useDesignerText()
  if (!overlay) return null
  const [base, shipped] = [contentOfForm(overlay.base), contentOfForm(overlay.shipped)]
  const merged = changesBetween(base, shipped).length
  const { questions } = overlay
  const isUpgraded = merged > 0 || questions.length > 0
  return (
    <>
      <div className="oa-ff-panel-head row gap-8">
        <h2>{t('afterUpgrade')}</h2>
      </div>
      <p className="oa-ff-quiet small">
        {isUpgraded ? `${t('upgradeNote', { open: questions.length, merged })} · ${t('upgradeSafe')}` : t('noQuestions')}
      </p>
      {questions.map((question) => (
        <Question key={question.id} question={question} overlay={overlay} isReadOnly={isReadOnly} design={design} onSettled={onSettled} />
      ))}
      {merged > 0 && (
        <>
          <SectionTitle>{t('mergedChanges')}</SectionTitle>
          <Changes before={base} after={shipped} />
        </>
      )}
      {overlay.parts.length === 0 && questions.length === 0 && <p className="oa-ff-quiet small">{t('overlayEmpty')}</p>}
    </>
  )
}

interface QuestionProps extends OverlayPanelProps {
  readonly question: OverlayQuestion
  readonly overlay: OverlayView
  readonly isReadOnly: boolean
}

/** One conflict: its three versions, and the choice between them. */
function Question({ question, overlay, isReadOnly, design, onSettled }: QuestionProps) {
  const text = useDesignerText()
  const { t, label } = text
  const isKeepable = canKeep(question)
  const [choice, setChoice] = useState<SettleQuestion['choice']>(isKeepable ? 'company' : 'product')
  const { run, isPending, problems } = useCommand({})
  const { why, reasons = [] } = question
  const send = () => {
    const body: SettleQuestion = { revision: design.revision, question: question.id, choice }
    return run((http) => http.put<FormDesign>(`${formDesignPath}/${design.id}/settle`, body, { quiet: true }), { success: t('settled'),
      done: onSettled })
  }
  const companyText = why === 'taken' ? t('take.companyRename') : t('take.company')
  return (
    <section className="oa-ff-question framed round-8 below-12" aria-label={t(`why.${why}`, { name: nameOf(question, overlay, text) })}>
      <h3 className="bold">
        <QuestionCircleOutlined aria-hidden /> {t(`why.${why}`, { name: nameOf(question, overlay, text) })}
      </h3>
      <p className="oa-ff-quiet small">{t(`why.${why}Text`)}</p>
      {reasons.length > 0 && <ul className="oa-ff-bullets">{reasons.map((reason) => <li key={reason.en}>{label(reason)}</li>)}</ul>}
      <Sides question={question} text={text} />
      <Radio.Group className="oa-ff-choices" disabled={isReadOnly} value={choice} onChange={({ target }) =>
        setChoice(target.value as SettleQuestion['choice'])}
      >
        {isKeepable && (
          <Radio value="company">
            {companyText} <span className="oa-ff-quiet small">{t('take.companyText')}</span>
          </Radio>
        )}
        <Radio value="product">
          {t('take.product')} <span className="oa-ff-quiet small">{t('take.productText')}</span>
        </Radio>
      </Radio.Group>
      {Object.values(problems).length > 0 && <p className="oa-ff-wrong" role="alert">{Object.values(problems).join(' ')}</p>}
      {!isReadOnly && (
        <Button type="primary" size="small" loading={isPending} onClick={() => void send()}>{t('settle')}</Button>
      )}
    </section>
  )
}

/** The subject of a question, in words: a field with the attribute, a rule, a section. */
function nameOf({ part }: OverlayQuestion, { shipped, base }: OverlayView, { label, t }: DesignerText): string {
  if (part.of === 'rule') return label(part.rule)
  if (part.of === 'section') return label(part.was)
  if (!('path' in part)) return ''
  const field: Label | undefined = part.of === 'added'
    ? part.field
    : (fieldAt(shipped.fields, part.path) ?? fieldAt(base.fields, part.path))
  const name = field ? label(field) : part.path
  return part.of === 'attribute' ? `${name} · ${t(`attribute.${part.attribute}`)}` : name
}

/** The value before, the product's and the company's. */
function Sides({ question: { part, shipped, why }, text }: { question: OverlayQuestion; text: DesignerText }) {
  if (why !== 'both' || !('was' in part)) return null
  const rows = [['was', part.was], ['shipped', shipped], ['company', part.now]] as const
  return (
    <dl className="oa-ff-sides framed round-6">
      {rows.map(([side, value]) => (
        <div className="grid gap-8" key={side}>
          <dt className="second small">{text.t(`side.${side}`)}</dt>
          <dd className="flat">{valueWords(value, text) ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
