import { render } from '@testing-library/react'
import { Alert, Button, Checkbox, ConfigProvider, DatePicker, Drawer, Input, Mentions, Modal, Radio, Segmented, Select, Tabs, Tag,
  Tree } from 'antd'
import { expect, it } from 'vitest'
import { componentClasses, dialogClasses, drawerClasses } from './component-classes.ts'

it('antd gives every component and part the class that style sheets use', () => {
  render(
    <ConfigProvider {...componentClasses} modal={{ classNames: dialogClasses }} drawer={{ classNames: drawerClasses }}>
      <Alert message="a" />
      <Button icon={<i />}>b</Button>
      <Checkbox />
      <DatePicker />
      <Input />
      <Input.TextArea showCount />
      <Mentions />
      <Radio />
      <Segmented options={['a']} />
      <Select />
      <Tabs items={[]} />
      <Tag />
      <Tree treeData={[]} />
      <Modal open title="c">d</Modal>
      <Drawer open title="e">f</Drawer>
    </ConfigProvider>,
  )
  const classes = Object.values(componentClasses).flatMap((
    one,
  ) => [one.className, ...('classNames' in one ? Object.values(one.classNames) : [])])
  const missing = [...classes, ...Object.values(dialogClasses), ...Object.values(drawerClasses)].filter((name) =>
    document.querySelector(`.${name}`) === null
  )
  expect(missing).toEqual([])
})
