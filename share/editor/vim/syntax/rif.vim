" Vim syntax of the .rif language, version 1.
if exists("b:current_syntax")
  finish
endif

syn case match
syn keyword rifRole      dataset counterpart model similarity perturbation attack audit defense report
syn keyword rifStatement rif include run sweep target like in
syn keyword rifSwitch    on off none
syn match   rifUnit      /\%(\d\s\+\%(per\s\+\)\=\)\@<=\%(tokens\=\|words\=\|characters\=\|examples\=\|pairs\=\|quer\%(y\|ies\)\|seconds\=\|minutes\=\|hours\=\|days\=\|years\=\|KiB\|MiB\|GiB\|probability\|nats\=\|bits\=\|mismatch\%(es\)\=\)\>/
syn match   rifNumber    /\%(\w\)\@<![+-]\=\d\%(_\=\d\)*\%(\.\d\%(_\=\d\)*\)\=\%([eE][+-]\=\d\+\)\=\>/
syn match   rifOperator  />=\|<=\|>\|<\|=\|\.\./
syn region  rifText      start=/"/ skip=/\\\\\|\\"/ end=/"/ oneline contains=rifEscape
syn match   rifEscape    /\\\%(["\\nt]\|u\x\{4}\)/ contained
syn match   rifComment   /#.*$/

hi def link rifRole      Type
hi def link rifStatement Statement
hi def link rifSwitch    Boolean
hi def link rifUnit      Special
hi def link rifNumber    Number
hi def link rifOperator  Operator
hi def link rifText      String
hi def link rifEscape    SpecialChar
hi def link rifComment   Comment

setlocal commentstring=#\ %s
let b:current_syntax = "rif"
