/** In the place of a package of the same name that also serves browsers without `WeakMap` (`lean-libraries.ts`). */
module.exports = () => new WeakMap()
