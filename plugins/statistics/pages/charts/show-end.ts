/** The ref of a box that scrolls sideways along times: the newest are in view at first. */
export function showEnd(box: HTMLElement | null): void {
  if (box) box.scrollLeft = box.scrollWidth
}
