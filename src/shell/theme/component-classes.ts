import type { ConfigProviderProps } from 'antd'

/**
 * Own class names of antd's components and their parts, which style sheets of parts use: antd's are names of its implementation, which only
 * `antd.css` beside this file knows.
 */
export const componentClasses = {
  alert: { className: 'ui-alert' },
  button: { className: 'ui-button', classNames: { icon: 'ui-button-icon' }, autoInsertSpace: false },
  cascader: { className: 'ui-select' },
  checkbox: { className: 'ui-checkbox' },
  datePicker: { className: 'ui-picker' },
  input: { className: 'ui-input', classNames: { input: 'ui-text', count: 'ui-count' } },
  mentions: { className: 'ui-mentions' },
  radio: { className: 'ui-radio' },
  rangePicker: { className: 'ui-picker' },
  segmented: { className: 'ui-segmented' },
  select: { className: 'ui-select' },
  tabs: { className: 'ui-tabs' },
  tag: { className: 'ui-tag' },
  textArea: { className: 'ui-input', classNames: { textarea: 'ui-text', count: 'ui-count' } },
  timePicker: { className: 'ui-picker' },
  tree: { className: 'ui-tree' },
  treeSelect: { className: 'ui-select' },
} as const satisfies ConfigProviderProps

/** Classes of the parts of dialogs. */
export const dialogClasses = { content: 'ui-dialog', body: 'ui-dialog-body', footer: 'ui-dialog-footer' } as const

/** Classes of the parts of drawers. */
export const drawerClasses = { header: 'ui-drawer-header', body: 'ui-drawer-body' } as const
