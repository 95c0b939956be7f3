/** Props of a button that is disabled but focusable, with the reason as tooltip. */
export const heldBack = (id: string, why: string) => ({ className: 'ant-btn-disabled', 'aria-disabled': true, 'aria-describedby': id,
  'data-tip': why })
