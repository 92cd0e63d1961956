autocmd BufRead,BufNewFile *.rif setfiletype rif
