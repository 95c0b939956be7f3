import { Modal } from 'antd'
import { useId, useState } from 'react'
import { ReferencePicker } from '../../../fields/references/ReferencePicker.tsx'
import type { Candidate } from '../../../fields/types.ts'
import { SurroundingsContext, type Surroundings } from '../../../fields/surroundings.ts'
import { useFormText } from '../text.ts'
import type { PathNode } from './path.ts'

interface ChoosePeopleProps {
  readonly node: PathNode
  readonly chosen: readonly string[]
  onChoose(people: readonly string[]): void
  onClose(): void
}

/** Chooses the approvers of a node that leaves them to the initiator or an earlier approver. */
export function ChoosePeople({ node, chosen, onChoose, onClose }: ChoosePeopleProps) {
  const { t, any, label } = useFormText()
  const [people, setPeople] = useState<readonly string[]>(chosen)
  const id = useId()
  const { size = 1, optionalRange } = node.selectUser ?? {}
  const surroundings: Surroundings = {
    accepts: (_, candidate) => inRange(optionalRange, candidate),
    narrowing: () => ({}),
    fill: () => undefined,
  }
  const name = label({ cn: node.nodeName, en: node.nodeNameEn })
  const tooMany = people.length > size
  return (
    <Modal open title={t('chooseFor', { node: name })} width={520} maskClosable={false} okButtonProps={{ disabled: people.length === 0 || tooMany }} onCancel={onClose}
      onOk={() => {
        onChoose(people)
        onClose()
      }}>
      <SurroundingsContext value={surroundings}>
        <label className="oa-field-label" htmlFor={id}>{t('atMost', { n: size })}</label>
        <ReferencePicker id={id} isMany field={{ kind: 'people', cn: '审批人', en: 'Approvers', required: true }} value={people} context={{}} status={tooMany ? 'error' : undefined}
          onChange={(picked) => setPeople(picked as string[])} />
        {tooMany && <span className="oa-field-problem" role="alert">{any('approval.tooMany', { n: size })}</span>}
      </SurroundingsContext>
    </Modal>
  )
}

type Range = NonNullable<PathNode['selectUser']>['optionalRange']

/** Named people and departments are narrowed here; what else a range means, the server checks. */
function inRange(range: Range | undefined, { id, departments }: Candidate): boolean {
  if (!range?.ids) return true
  if (range.type === 'USERS') return range.ids.includes(id)
  return range.type !== 'DEPT' || !Array.isArray(departments) || range.ids.some((each) => departments.includes(each))
}
