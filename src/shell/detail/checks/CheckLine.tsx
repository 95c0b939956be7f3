import { Input, Radio, type InputProps } from 'antd'
import { useId, type AriaAttributes } from 'react'
import type { CheckItem, CheckResult } from '#approval/wire/filed-document.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { Star } from '../dialogs/CommentField.tsx'
import { radioGroup } from '../radio-group.ts'
import { useDetailText } from '../text.ts'
import { problemOfCheck, type Checks } from './results.ts'

/** Longest remark, in characters. */
const longestRemark = 200

interface AnswerProps {
  readonly item: CheckItem
  readonly check: Checks[string] | undefined
  readonly isRequired: boolean
  /** Missing answers are shown as such. */
  readonly isValidated: boolean
  onChange(check: Checks[string]): void
}

/** An item to be answered: its result, and a remark, which a failure needs. */
export function AnswerLine({ item, check, isRequired, isValidated, onChange }: AnswerProps) {
  const { t, any, label } = useDetailText()
  const id = useId()
  const problem = isValidated ? problemOfCheck(check) : undefined
  const note = { 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const
  const shared = { check, name: label(item), onChange }
  return (
    <li className="oa-check">
      <span id={id}>{label(item)}{isRequired && <Star />}</span>
      <Results {...shared} labelledBy={id} isRequired={isRequired} wrong={problem === 'approval.checkList' ? note : {}} />
      {check && <Remark {...shared} check={check} wrong={problem === 'approval.checkRemark' ? { status: 'error', ...note } : {}} />}
      {problem && (
        <span id={`${id}-note`} className="oa-field-problem">{problem === 'approval.checkRemark' ? any(problem) : t('checkMissing')}</span>
      )}
    </li>
  )
}

interface ResultsProps extends Pick<AnswerProps, 'check' | 'isRequired' | 'onChange'> {
  readonly labelledBy: string
  readonly wrong: AriaAttributes
}

function Results({ check, labelledBy, isRequired, wrong, onChange }: ResultsProps) {
  const { t } = useDetailText()
  return (
    <Radio.Group {...radioGroup} aria-labelledby={labelledBy} aria-required={isRequired} {...wrong} value={check?.result}
      optionType="button"
      options={[{ value: 'pass', label: t('checkPass') }, { value: 'fail', label: t('checkFail') }, { value: 'na', label: t('checkNa') }]}
      onChange={({ target }) => onChange({ ...check, result: target.value as CheckResult })} />
  )
}

interface RemarkProps extends Pick<AnswerProps, 'onChange'> {
  readonly name: string
  readonly check: Checks[string]
  readonly wrong: InputProps
}

function Remark({ name, check, wrong, onChange }: RemarkProps) {
  const { t } = useDetailText()
  return (
    <Input aria-label={`${name} ${t('checkRemark')}`} placeholder={t(check.result === 'fail' ? 'checkRemarkNeeded' : 'checkRemark')}
      maxLength={longestRemark} value={check.remark ?? ''} {...wrong}
      onChange={({ target }) => onChange({ ...check, remark: target.value })} />
  )
}

const tones = { pass: 'green', fail: 'red', na: 'grey' } as const
const words = { pass: 'checkPass', fail: 'checkFail', na: 'checkNa' } as const

/** An item as it was answered, by whom and when. */
export function ResultLine({ item }: { item: CheckItem }) {
  const { t, label, name } = useDetailText()
  const { result, remark, checkedBy, checkedAt } = item
  return (
    <li className="oa-check">
      <span>{label(item)}</span>
      {result ? <Pill tone={tones[result]}>{t(words[result])}</Pill> : <span className="oa-nothing">—</span>}
      {(remark || checkedBy) && (
        <span className="oa-check-by">
          {remark && <span>{remark}</span>}
          {checkedBy && (
            <span>
              {name(checkedBy.name)}
              {checkedAt && <time className="num" dateTime={checkedAt.replace(' ', 'T')}>{' '}{checkedAt.slice(5, 16)}</time>}
            </span>
          )}
        </span>
      )}
    </li>
  )
}
