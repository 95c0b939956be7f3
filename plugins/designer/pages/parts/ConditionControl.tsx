import { Suspense, useMemo } from 'react'
import { FormCondition } from '#plugins/flows/browser-api.ts'
import { isHeaderField } from '../../model/content.ts'
import { useDesigning } from '../designing.ts'
import { ExpressionControl, type ExpressionControlProps } from './controls.tsx'

/** A condition, as rows of comparisons and as text; `of`: key of the field that it is about. In rows of tables it is text only. */
export function ConditionControl({ of, ...props }: ExpressionControlProps & { readonly of?: string | undefined }) {
  const { content: { form: { fields } }, isReadOnly } = useDesigning()
  const { table, value, onChange } = props
  // fields of this form come before those of every document
  const offered = useMemo(() => {
    const others = Object.entries(fields).filter(([key]) => key !== of)
    return Object.fromEntries([...others.filter(([key]) => !isHeaderField(key)), ...others.filter(([key]) => isHeaderField(key))])
  }, [fields, of])
  return (
    <>
      <ExpressionControl {...props} />
      {table === undefined && (
        <Suspense fallback={null}>
          <FormCondition value={value} fields={offered} isReadOnly={isReadOnly} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}
