# The rooms of the house, and who may use whom: the one place where it is written. The libraries link by it (cmake/room.cmake) and
# every #include is held to it (cmake/check_layers.cmake).
#
# `halfturn_uses_ROOM` names the rooms directly below a room; it may use those and whatever they use.
# `halfturn_headers_ROOM` names the public headers in include/halfturn that belong to it.
set(halfturn_rooms base cube table kociemba optimal stage sample coset cover campaign stats c front api serve cli wasm)

set(halfturn_uses_base)
set(halfturn_uses_cube base)
set(halfturn_uses_table cube)
set(halfturn_uses_kociemba table)
set(halfturn_uses_optimal kociemba)
set(halfturn_uses_stage table)
set(halfturn_uses_sample stage)
set(halfturn_uses_coset kociemba)
set(halfturn_uses_cover kociemba)
set(halfturn_uses_campaign coset cover)
set(halfturn_uses_stats cube)
set(halfturn_uses_c optimal sample)
set(halfturn_uses_front campaign optimal sample stats)
set(halfturn_uses_api front)
set(halfturn_uses_serve api)
set(halfturn_uses_cli serve)
set(halfturn_uses_wasm api)

set(halfturn_headers_base instruction_set result run)
set(halfturn_headers_cube comfort cube geometry metric move notation position random stage symmetry)
set(halfturn_headers_table table_store)
set(halfturn_headers_kociemba phase1 phase2 solve)
set(halfturn_headers_optimal optimal)
set(halfturn_headers_stage analyzer distribution)
set(halfturn_headers_sample where)
set(halfturn_headers_coset coset)
set(halfturn_headers_cover cover cover_verify levels)
set(halfturn_headers_campaign campaign campaign_folders campaign_proof campaign_report)
set(halfturn_headers_stats stats stats_pictures)
set(halfturn_headers_c halfturn)
set(halfturn_headers_front)
set(halfturn_headers_api)
set(halfturn_headers_serve)
set(halfturn_headers_wasm)
set(halfturn_headers_cli analyze) # only names others, so it may name all of them

# Sets `result` to a room and every room that it may use.
function(halfturn_reach room result)
  set(reach ${room})
  foreach(below ${halfturn_uses_${room}})
    halfturn_reach(${below} further)
    list(APPEND reach ${further})
  endforeach()
  list(REMOVE_DUPLICATES reach)
  set(${result} ${reach} PARENT_SCOPE)
endfunction()
