import { Button, Checkbox, Input, Pagination, Select, Switch, Table } from 'antd'
import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from './use-prefetch.ts'

/**
 * Creates the antd styles of list components in advance, one component after the other in idle time; otherwise the first list would take
 * longer for its styles than for its rows.
 */
export function ListStyles({ onMade }: { onMade(): void }) {
  const [made, setMade] = useState(0)
  useEffect(() => {
    if (made < parts.length) return whenIdle(() => startTransition(() => setMade(made + 1)))
    onMade()
    return undefined
  }, [made, onMade])
  return <div hidden inert>{parts[made]}</div>
}

const parts = [
  <Button key="button" type="primary" />,
  <Input key="input" allowClear prefix=" " />,
  <Select key="select" mode="multiple" maxTagCount="responsive" allowClear />,
  <Checkbox key="tick" />,
  <Table key="table" size="small" columns={[{ key: 'made', sorter: true, ellipsis: true }]} pagination={false} />,
  <Pagination key="pages" total={1} size="small" />,
  <Switch key="switch" size="small" />,
]
