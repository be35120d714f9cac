// Screens in jsdom are waited for as patiently as everything else: the default of one second is too little for a busy machine.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 30_000 })
}

export {}
