import { waitsFor } from '#kernel/fields.ts'
import { Field } from '#shell/form/sections/Field.tsx'
import { DocumentFigures } from '#shell/parts/document/DocumentFigures.tsx'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { DialogProps } from '../dialog-props.ts'
import { useDetailText } from '#shell/detail/text.ts'
import { ActionDialog } from '../ActionDialog.tsx'
import { Opinion } from '../opinion/Opinion.tsx'
import { ChecksLine } from './ChecksLine.tsx'
import { Explanation } from './Explanation.tsx'
import { NextApprovers } from './NextApprovers.tsx'
import { Markers } from './Markers.tsx'
import { ExceptionChecks } from './ExceptionChecks.tsx'
import { factProblem, usePassing } from './use-passing.ts'

/** Passes: an opinion, what the node asks for, and who comes next. */
export function PassDialog({ context, onClose }: DialogProps) {
  const { document, store } = context
  const { t } = useDetailText()
  const { node, list, draft, change, choices, setChoices, problems, isRequired, pass, fail } = usePassing(context, onClose)
  const { at, clear } = problems
  const facts = node?.opinionFacts ?? []
  const showChecks = () => {
    onClose()
    context.showChecks()
  }
  return (
    <ActionDialog context={context} title={t('pass')} note={document.currentTask?.name} okText={t('confirmPass')} onConfirm={pass}
      onFailure={fail} onClose={onClose}
    >
      <Opinion value={draft.comment} facts={facts} isRequired={isRequired} problem={at.comment} onChange={(comment) => {
        change({ comment })
        clear('comment')
      }} />
      <Markers facts={facts} opinion={draft.comment} problemOf={(fact) => at[factProblem(fact)]} onChange={(comment, fact) => {
        change({ comment })
        clear(factProblem(fact))
      }} />
      {node?.explains && (
        <Explanation kind={node.explains} document={document.business} value={draft.explanation} problem={at.explainDtoList}
          onChange={(explanation) => {
            change({ explanation })
            clear('explainDtoList')
          }} />
      )}
      {nodeFields(store).map((name) =>
        store.form.fields[name] && <Field key={name} field={store.form.fields[name]} cell={{ key: name }} />
      )}
      <ExceptionChecks exceptions={document.exceptions} seen={draft.seen} problem={at.exceptions} onChange={(seen) => {
        change({ seen })
        clear('exceptions')
      }} />
      <DocumentFigures document={document.businessKey} isChecked />
      {list && <ChecksLine list={list} checks={draft.checks} problem={at.checkList} onShow={showChecks} />}
      <NextApprovers document={document} choices={choices} problem={at.nodeList} onChoose={(chosen) => {
        setChoices(chosen)
        clear('nodeList')
      }} />
      {at.fields && <p className="oa-field-problem" role="alert">{at.fields}</p>}
    </ActionDialog>
  )
}

/** Fields of the header that this node in particular asks for. */
const nodeFields = ({ form, at, editable }: FormStore): readonly string[] =>
  Object.entries(form.fields).filter(([name, field]) => field.kind !== 'table' && waitsFor(field, at) && editable(name)).map(([name]) =>
    name
  )
