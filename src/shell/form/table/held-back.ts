/** Looks disabled and does nothing, but can be reached, so that it says what it waits for. */
export const heldBack = (id: string, why: string) => ({ className: 'ant-btn-disabled', 'aria-disabled': true, 'aria-describedby': id,
  'data-tip': why })
